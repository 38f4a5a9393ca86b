<?php

declare(strict_types=1);

namespace Puente\Call;

/** Options of all calls and of one call, with their defaults and limits. */
final class Options
{
    private const OF_ALL_CALLS = [
        'timeoutSeconds' => 20.0,
        'withinSeconds' => 25.0,
        'maxRetries' => 4,
        'maxRetryAfterSeconds' => 10.0,
        'language' => null,
        'userAgent' => '',
        'onTry' => null,
        'now' => null,
        'sleep' => null,
    ];

    /** Options of all calls that one call may change. */
    private const CHANGEABLE = ['timeoutSeconds', 'withinSeconds', 'maxRetries', 'maxRetryAfterSeconds', 'language'];

    private const OF_ONE_CALL = ['idempotencyKey' => null, 'isRepetition' => false, 'expects' => []];

    /** Least and greatest seconds. */
    private const SECONDS = [
        'timeoutSeconds' => [0.1, 3_600.0],
        'withinSeconds' => [0.1, 86_400.0],
        'maxRetryAfterSeconds' => [0.0, 86_400.0],
    ];

    private const MOST_RETRIES = 100;

    /**
     * Checks the options of all calls, and adds the defaults.
     *
     * @param array<string, mixed> $given
     * @return array<string, mixed>
     * @throws \InvalidArgumentException With what to correct.
     */
    public static function ofAllCalls(array $given): array
    {
        return self::checked($given, self::OF_ALL_CALLS);
    }

    /**
     * Checks the options of one call, and adds those of all calls.
     *
     * @param array<string, mixed> $given
     * @param array<string, mixed> $ofAllCalls As `ofAllCalls()` returned them.
     * @return array<string, mixed>
     * @throws \InvalidArgumentException With what to correct.
     */
    public static function ofOneCall(array $given, array $ofAllCalls): array
    {
        return self::checked($given, array_intersect_key($ofAllCalls, array_flip(self::CHANGEABLE)) + self::OF_ONE_CALL);
    }

    /**
     * @param array<string, mixed> $given
     * @param array<string, mixed> $known With their defaults.
     * @return array<string, mixed>
     */
    private static function checked(array $given, array $known): array
    {
        $unknown = array_keys(array_diff_key($given, $known));
        if ($unknown !== []) {
            throw new \InvalidArgumentException(
                sprintf('There is no option "%s". Options: %s.', $unknown[0], implode(', ', array_keys($known)))
            );
        }
        foreach ($given as $name => $value) {
            $expected = self::expectationMissedBy($name, $value);
            if ($expected !== null) {
                throw new \InvalidArgumentException("\"$name\" is $expected; the given value is " . self::named($value) . '.');
            }
        }
        return $given + $known;
    }

    /**
     * Returns the values that an option takes; `null` if it has one of them.
     *
     * @param mixed $value
     */
    private static function expectationMissedBy(string $name, $value): ?string
    {
        switch ($name) {
            case 'timeoutSeconds':
            case 'withinSeconds':
            case 'maxRetryAfterSeconds':
                [$least, $most] = self::SECONDS[$name];
                $isRight = (is_int($value) || is_float($value)) && $value >= $least && $value <= $most;
                return $isRight ? null : "a number of seconds from $least to $most";
            case 'maxRetries':
                $isRight = is_int($value) && $value >= 0 && $value <= self::MOST_RETRIES;
                return $isRight ? null : 'an integer from 0 to ' . self::MOST_RETRIES;
            case 'language':
                return in_array($value, [null, 'es', 'en'], true) ? null : '"es", "en" or null';
            case 'userAgent':
                return self::isText($value, '/^[\x20-\x7e]*$/D') ? null : 'a text of visible ASCII characters and blanks';
            case 'idempotencyKey':
                $isRight = $value === null || self::isText($value, '/^[\x21-\x7e]{1,191}$/D');
                return $isRight ? null : 'a text of 1 to 191 visible ASCII characters, without blanks';
            case 'isRepetition':
                return is_bool($value) ? null : 'true or false';
            case 'expects':
                return is_array($value) && array_filter($value, 'is_string') === $value ? null : 'an array of texts';
            default:
                return $value === null || is_callable($value) ? null : 'a callable';
        }
    }

    /** @param mixed $value */
    private static function isText($value, string $pattern): bool
    {
        return is_string($value) && preg_match($pattern, $value) === 1;
    }

    /**
     * Names a value; of a text only its type, because a misplaced one can be a secret.
     *
     * @param mixed $value
     */
    private static function named($value): string
    {
        return is_int($value) || is_float($value) || is_bool($value) ? var_export($value, true) : gettype($value);
    }
}
