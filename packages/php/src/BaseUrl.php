<?php

declare(strict_types=1);

namespace Puente;

/** Address of Puente: scheme, host and port. */
final class BaseUrl
{
    /** Names without a dot are containers and machines of the own network. */
    private const PRIVATE_HOST = '/^(?:[^.:]+|.*\.(?:localhost|local|internal|test|lan)|(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|\[(?:::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\])$/Di';

    /**
     * Returns the address without a slash at the end.
     *
     * @param mixed $given
     * @throws \InvalidArgumentException With what to correct.
     */
    public static function read($given): string
    {
        $text = is_string($given) ? trim($given) : '';
        if ($text === '') {
            throw new \InvalidArgumentException(
                'There is no address of Puente. Set "baseUrl" or PUENTE_URL, such as https://puente.example.'
            );
        }
        $parts = parse_url($text);
        $scheme = strtolower($parts['scheme'] ?? '');
        if (!is_array($parts) || !isset($parts['host']) || ($scheme !== 'https' && $scheme !== 'http')) {
            throw new \InvalidArgumentException('"baseUrl" is not an address such as https://puente.example.');
        }
        if (trim($parts['path'] ?? '', '/') !== '' || array_intersect_key($parts, ['user' => 1, 'pass' => 1, 'query' => 1, 'fragment' => 1]) !== []) {
            throw new \InvalidArgumentException('"baseUrl" has more than scheme, host and port. Leave the rest out.');
        }
        if ($scheme === 'http' && preg_match(self::PRIVATE_HOST, $parts['host']) !== 1) {
            throw new \InvalidArgumentException(
                "\"baseUrl\" is http at the public host {$parts['host']}: everybody on the way could read the API key. Use https."
            );
        }
        return "$scheme://{$parts['host']}" . (isset($parts['port']) ? ":{$parts['port']}" : '');
    }
}
