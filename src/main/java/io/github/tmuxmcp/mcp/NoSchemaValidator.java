package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import java.util.Map;

/** Finds everything valid: arguments are bound by us, and without one of our own the SDK looks for a library that we do not ship. */
final class NoSchemaValidator implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
        return ValidationResponse.asValid("");
    }
}
