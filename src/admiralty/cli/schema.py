"""``admiralty schema``: the form of a scenario as JSON Schema, for editors and other programs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .options import Json, Lang, Out


def schema(
    name: Annotated[str, typer.Argument(help="A ruleset.", show_default=False)],
    out: Out = None,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """The JSON Schema of a ruleset's scenarios, made from the types that read them."""
    import json

    from ..rulesets import find
    from ..run.files import check_place, write_text
    from .screen import Screen

    check_place(out)
    document = scenario_schema(find(name))
    if out is None:
        Screen(lang).data(document)
    else:
        write_text(out, json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def scenario_schema(ruleset: Any) -> dict[str, Any]:
    """The schema of a scenario document: the ruleset's own fields, ``ruleset`` and ``title``; nothing unknown."""
    import msgspec

    document = msgspec.json.schema(ruleset.scenario)
    definitions: dict[str, Any] = document.get("$defs", {})
    for definition in definitions.values():
        if "properties" in definition:
            definition["additionalProperties"] = False
    root = definitions[document["$ref"].rsplit("/", 1)[-1]]
    root["properties"] |= {"ruleset": {"const": ruleset.name}, "title": {"type": "string", "default": ""}}
    root["required"] = sorted({"ruleset", *root.get("required", ())})
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{ruleset.title}: a scenario"}
    return head | document
