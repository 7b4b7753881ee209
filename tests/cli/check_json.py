"""Holds JSON on standard input, one value or one a line, against the schema that docs/scripting.md has under a heading.
What a schema does not describe is wrong, so that the page cannot fall behind.
usage: check_json.py PAGE HEADING [--lines]; or check_json.py PAGE --list, which prints the headings"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
         "null": type(None)}
KEYWORDS = {"type", "required", "properties", "additionalProperties", "items", "enum", "const", "pattern", "minimum",
            "oneOf", "$ref", "$defs"}


def is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def errors(value, schema, defs, where):
    """Yields what is wrong with the value, with its place."""
    unknown = set(schema) - KEYWORDS
    if unknown:
        raise SystemExit("the schema uses %s, which this test does not know" % ", ".join(sorted(unknown)))
    if "$ref" in schema:
        yield from errors(value, defs[schema["$ref"].removeprefix("#/$defs/")], defs, where)
        return
    if "oneOf" in schema:
        fitting = [s for s in schema["oneOf"] if not list(errors(value, s, defs, where))]
        if len(fitting) != 1:
            yield "%s: fits %d of the choices: %s" % (where, len(fitting), json.dumps(value))
        return
    if "const" in schema and value is not schema["const"] and value != schema["const"]:
        yield "%s: is not %r" % (where, schema["const"])
    if "enum" in schema and value not in schema["enum"]:
        yield "%s: %r is none of %r" % (where, value, schema["enum"])
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_type(value, name) for name in names):
            yield "%s: %r is not of type %s" % (where, value, " or ".join(names))
            return
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield "%s: %r does not match %s" % (where, value, schema["pattern"])
    if "minimum" in schema and value < schema["minimum"]:
        yield "%s: %r is too small" % (where, value)
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield "%s: %s is missing" % (where, name)
        for name, member in value.items():
            if name in schema.get("properties", {}):
                yield from errors(member, schema["properties"][name], defs, where + "." + name)
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from errors(member, schema["additionalProperties"], defs, where + "." + name)
            else:
                yield "%s: %s is not described" % (where, name)
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from errors(item, schema["items"], defs, "%s[%d]" % (where, i))


def read_page(name):
    schemas, heading = {}, None
    text = open(name, encoding="utf-8").read()
    for match in re.finditer(r"^#+ ([^\n]*)$|^```json\n(.*?)^```$", text, re.M | re.S):
        if match.group(1) is not None:
            heading = match.group(1)
        else:
            schemas[heading] = json.loads(match.group(2))
    return schemas.pop("JSON")["$defs"], schemas


def main():
    defs, schemas = read_page(sys.argv[1])
    if sys.argv[2] == "--list":
        print("\n".join(schemas))
        return
    schema = schemas[sys.argv[2]]
    defs = {**defs, **schema.get("$defs", {})}
    text = sys.stdin.read()
    values = [json.loads(line) for line in text.splitlines()] if "--lines" in sys.argv else [json.loads(text)]
    wrong = [e for value in values for e in errors(value, schema, defs, "the value")]
    if wrong or not values:
        sys.exit("\n".join(wrong) or "there is nothing to check")


main()
