<?php

declare(strict_types=1);

namespace Puente;

/** Verifies notifications (Standard Webhooks 1.0). */
final class NotificationVerifier
{
    private const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

    /** Bound of Standard Webhooks; a shorter secret can be guessed. */
    private const LEAST_BYTES = 24;

    /** Signatures of a rotation; more would only cost time. */
    private const MOST_SIGNATURES = 10;

    /** @var string[] */
    private array $keys;
    private int $toleranceSeconds;

    /**
     * @param string|array<string|null> $secrets One, or the new and the previous one of a rotation; empty ones are ignored.
     * @throws \InvalidArgumentException If none can be right.
     */
    public function __construct(
        #[\SensitiveParameter]
        $secrets,
        int $toleranceSeconds = 300
    ) {
        $given = array_filter(array_map('trim', array_map('strval', (array) $secrets)), 'strlen');
        if ($given === []) {
            throw new \InvalidArgumentException('There is no notify secret. Pass the whsec_… that "puente stores add" printed.');
        }
        $this->keys = array_map([self::class, 'key'], array_values($given));
        $this->toleranceSeconds = $toleranceSeconds;
    }

    private static function key(
        #[\SensitiveParameter]
        string $secret
    ): string {
        if (preg_match('/^(?:puente|sk|pk)_/', $secret) === 1) {
            throw new \InvalidArgumentException('This is a key, not the notify secret. Use the whsec_… of the store.');
        }
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('The notify secret is not base64 after whsec_.');
        }
        if (strlen($key) < self::LEAST_BYTES) {
            throw new \InvalidArgumentException('The notify secret is too short: it has ' . self::LEAST_BYTES . ' bytes or more.');
        }
        return $key;
    }

    /**
     * @param string $body Raw body.
     * @param array<string, mixed> $headers
     * @throws NotificationRefused
     */
    public function verify(string $body, array $headers, int $now): Notification
    {
        [$id, $timestamp, $signature] = self::read($headers);
        if (!$this->isSigned("$id.$timestamp.$body", explode(' ', $signature, self::MOST_SIGNATURES + 1))) {
            throw new NotificationRefused('wrong_signature', 'The signature is wrong: the notify secret differs from that of the store, or the body or a header changed on the way. Compare the secret ("puente stores show"), and verify the raw body, as file_get_contents(\'php://input\') returns it.');
        }
        $apart = $now - (int) $timestamp;
        if (abs($apart) > $this->toleranceSeconds) {
            $message = sprintf(
                'The notification was signed at %s, and the clock of this machine says %s: more than %d seconds apart. It repeats an old request, or a clock is wrong.',
                gmdate('c', (int) $timestamp),
                gmdate('c', $now),
                $this->toleranceSeconds
            );
            throw new NotificationRefused($apart > 0 ? 'too_old' : 'too_new', $message);
        }
        return self::parse($id, $body);
    }

    /**
     * @param array<string, mixed> $headers
     * @return string[] Id, timestamp and signature.
     */
    private static function read(array $headers): array
    {
        $found = [];
        foreach ($headers as $name => $value) {
            // Also the names of $_SERVER (HTTP_WEBHOOK_ID) and of WordPress (webhook_id).
            $key = preg_replace('/^http-/', '', strtolower(strtr((string) $name, '_', '-')));
            $found[$key] = trim(is_array($value) ? implode(' ', $value) : (string) $value);
        }
        $read = [];
        foreach (self::HEADERS as $name) {
            if (($found[$name] ?? '') === '') {
                throw new NotificationRefused('missing_header', "The header $name is missing: the request is not a notification of Puente, or something in front of the shop removes headers.");
            }
            $read[] = $found[$name];
        }
        if (preg_match('/^\d{1,11}$/D', $read[1]) !== 1) {
            throw new NotificationRefused('malformed_header', 'The header webhook-timestamp is not a time in Unix seconds.');
        }
        if (preg_match('/(?:^| )v1,/', $read[2]) !== 1) {
            throw new NotificationRefused('malformed_header', 'The header webhook-signature has no signature "v1,…".');
        }
        return $read;
    }

    /**
     * Compares in constant time; tries every key with every signature.
     *
     * @param string[] $signatures
     */
    private function isSigned(string $signed, array $signatures): bool
    {
        $isSigned = false;
        foreach ($this->keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
            foreach (array_slice($signatures, 0, self::MOST_SIGNATURES) as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }
        return $isSigned;
    }

    private static function parse(string $id, string $body): Notification
    {
        $json = json_decode($body, true, 512, JSON_BIGINT_AS_STRING);
        if ($json === null && trim($body) !== 'null') {
            throw new NotificationRefused('not_json', 'The signature is right, and the body is not JSON in UTF-8.');
        }
        if (!is_string($json['type'] ?? null) || !is_string($json['timestamp'] ?? null) || !is_array($json['data'] ?? null)) {
            throw new NotificationRefused('not_a_notification', 'The signature is right, and the body lacks "type", "timestamp" or "data".');
        }
        return new Notification($id, $json['type'], $json['timestamp'], $json['data']);
    }
}
