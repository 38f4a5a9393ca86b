<?php

declare(strict_types=1);

namespace Puente\Http;

/** One try of a call. */
final class Request
{
    public string $method;
    public string $url;

    /** Path and query, without what the base URL has. */
    public string $path;

    /** @var array<string, string> */
    public array $headers;

    /** Empty without a body. */
    public string $body;

    /** Upper bound on connecting, sending and reading. */
    public float $timeoutSeconds;

    /** @param array<string, string> $headers */
    public function __construct(
        string $method,
        string $baseUrl,
        string $path,
        array $headers,
        string $body,
        float $timeoutSeconds
    ) {
        $this->method = $method;
        $this->url = $baseUrl . $path;
        $this->path = $path;
        $this->headers = $headers;
        $this->body = $body;
        $this->timeoutSeconds = $timeoutSeconds;
    }
}
