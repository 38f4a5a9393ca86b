<?php

declare(strict_types=1);

namespace Puente\Call;

/** Signs calls of a paired plugin: HMAC-SHA256 over store, method, path, timestamp, nonce and body. */
final class PairingSignature implements Authentication
{
    public const PATTERNS = [
        'store' => '/^[A-Za-z0-9_-]{1,64}$/D',
        'timestamp' => '/^[0-9]{1,12}$/D',
        'nonce' => '/^[A-Za-z0-9_-]{22,64}$/D',
        'signature' => '/^v1=[0-9a-f]{64}$/D',
    ];

    private string $store;
    private string $secret;

    public function __construct(
        string $store,
        #[\SensitiveParameter]
        string $secret
    ) {
        $this->store = $store;
        $this->secret = $secret;
    }

    /** Puente accepts a nonce once, so each try has a new one. */
    public function headers(string $method, string $path, string $body): array
    {
        $call = [
            'store' => $this->store,
            'method' => $method,
            'path' => $path,
            'timestamp' => (string) time(),
            'nonce' => self::base64url(random_bytes(24)),
            'body' => $body,
        ];
        return [
            'Puente-Store' => $call['store'],
            'Puente-Timestamp' => $call['timestamp'],
            'Puente-Nonce' => $call['nonce'],
            'Puente-Signature' => self::of($call, $this->secret),
        ];
    }

    /**
     * Returns the signed text.
     *
     * @param array<string, string> $call `store`, `method`, `path`, `timestamp`, `nonce` and the raw `body`.
     */
    public static function text(array $call): string
    {
        $digest = hash('sha256', $call['body']);
        return implode("\n", [
            'puente-v1', $call['store'], strtoupper($call['method']), $call['path'], $call['timestamp'], $call['nonce'], $digest,
        ]);
    }

    /** @param array<string, string> $call As for text(). */
    public static function of(
        array $call,
        #[\SensitiveParameter]
        string $secret
    ): string {
        return 'v1=' . hash_hmac('sha256', self::text($call), $secret);
    }

    /** @param array<string, mixed> $call As received, with `signature`. */
    public static function isWellFormed(array $call): bool
    {
        foreach (self::PATTERNS as $part => $pattern) {
            if (!is_string($call[$part] ?? null) || preg_match($pattern, $call[$part]) !== 1) {
                return false;
            }
        }
        return true;
    }

    /**
     * Verifies a received call in constant time. The caller checks the timestamp, and that the nonce is new.
     *
     * @param array<string, string> $call With `signature`.
     */
    public static function isRight(
        array $call,
        #[\SensitiveParameter]
        string $secret
    ): bool {
        return hash_equals(self::of($call, $secret), $call['signature']);
    }

    public static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
