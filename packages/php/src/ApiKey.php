<?php

declare(strict_types=1);

namespace Puente;

use Puente\Call\Authentication;

/** API key of a store. */
final class ApiKey implements Authentication
{
    /** Keys that people confuse with it. */
    private const OTHERS = [
        'sk_' => 'the secret key of the gateway',
        'pk_' => 'the publishable key of the gateway',
        'whsec_' => 'the secret of notifications',
        'Bearer ' => 'an Authorization header',
    ];

    private const EXPECTED = 'Use an API key of the store (puente_test_… or puente_live_…): "puente stores keys create" makes one.';

    private string $key;

    /** @param mixed $given */
    public function __construct(
        #[\SensitiveParameter]
        $given
    ) {
        $key = is_string($given) ? trim($given) : '';
        if ($key === '') {
            throw new \InvalidArgumentException('There is no API key. Set "apiKey" or PUENTE_API_KEY. ' . self::EXPECTED);
        }
        foreach (self::OTHERS as $prefix => $what) {
            if (strncmp($key, $prefix, strlen($prefix)) === 0) {
                throw new \InvalidArgumentException("This is $what, not an API key. " . self::EXPECTED);
            }
        }
        if (preg_match('/^puente_(?:test|live)_[\x21-\x7e]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException('This is not an API key of Puente. ' . self::EXPECTED);
        }
        $this->key = $key;
    }

    public function environment(): string
    {
        return strncmp($this->key, 'puente_live_', 12) === 0 ? 'live' : 'test';
    }

    public function headers(string $method, string $path, string $body): array
    {
        return ['Authorization' => "Bearer $this->key"];
    }

    /** Keeps the key out of dumps. */
    public function __debugInfo(): array
    {
        return ['environment' => $this->environment()];
    }
}
