//! JSON pages against the published schema.

use serde_json::Value;

/// The schema that is published.
pub(crate) fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../../docs/schema/page-1.json")).unwrap()
}

/// Checks a page against the schema, by the part of JSON Schema that the schema is written in.
pub(crate) fn assert_valid(page: &Value) {
    let schema = schema();
    assert_matches(page, &schema, &schema, "page");
}

fn assert_matches(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        return assert_matches(value, target, root, at);
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().map(|t| t.as_str().unwrap()).collect(),
        one => vec![one.as_str().unwrap_or_else(|| panic!("{at}: no type in the schema"))],
    };
    assert!(types.contains(&name) || (name == "integer" && types.contains(&"number")), "{at}: {name}");
    if let Some(choices) = schema["enum"].as_array() {
        assert!(choices.contains(value), "{at}: {value}");
    }
    if let Some(constant) = schema.get("const") {
        assert_eq!(constant, value, "{at}");
    }
    for (index, element) in value.as_array().into_iter().flatten().enumerate() {
        assert_matches(element, &schema["items"], root, &format!("{at}[{index}]"));
    }
    let Some(object) = value.as_object() else { return };
    let mut required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
    for rule in schema["allOf"].as_array().into_iter().flatten() {
        if rule["if"]["properties"]["type"]["const"] == object["type"] {
            required.extend(rule["then"]["required"].as_array().unwrap());
        }
    }
    for key in required {
        assert!(object.contains_key(key.as_str().unwrap()), "{at}: no {key}");
    }
    for (key, element) in object {
        let at = format!("{at}.{key}");
        let property = schema["properties"].get(key).unwrap_or_else(|| panic!("{at}: not in the schema"));
        assert_matches(element, property, root, &at);
    }
}
