<?php

declare(strict_types=1);

namespace Puente\Resources;

/** Floats, in which an amount loses cents. */
final class Floats
{
    /**
     * Refuses a body that has a float, at any depth.
     *
     * @param array<mixed> $body
     * @throws \InvalidArgumentException With the field.
     */
    public static function refuse(array $body, string $in = ''): void
    {
        foreach ($body as $name => $given) {
            $value = $given instanceof \JsonSerializable ? $given->jsonSerialize() : $given;
            if (is_float($value)) {
                throw new \InvalidArgumentException("\"$in$name\" is a float, which loses cents. Pass the amount as a text, such as '125.50'.");
            }
            $fields = is_object($value) ? get_object_vars($value) : $value;
            if (is_array($fields)) {
                self::refuse($fields, "$in$name.");
            }
        }
    }
}
