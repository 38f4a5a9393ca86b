<?php

declare(strict_types=1);

namespace Puente\Http;

final class Response
{
    /** Headers that the client reads. */
    public const HEADERS = ['location', 'retry-after', 'x-request-id'];

    public int $status;
    public string $body;

    /** @var array<string, string> By name in lower case. */
    private array $headers = [];

    /** @param array<string, string|string[]> $headers The last of several values counts. */
    public function __construct(int $status, string $body, array $headers)
    {
        $this->status = $status;
        $this->body = $body;
        foreach ($headers as $name => $value) {
            $this->headers[strtolower((string) $name)] = trim((string) (is_array($value) ? end($value) : $value));
        }
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** Returns a header; `null` if it is missing or empty. */
    public function header(string $name): ?string
    {
        $value = $this->headers[$name] ?? '';
        return $value === '' ? null : $value;
    }
}
