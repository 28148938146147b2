// Before the body is read: steps are not laid out one after another only to be hidden. Should the script fail, they are.
document.documentElement.classList.add("js");
addEventListener("error", () => document.documentElement.classList.remove("js"));
