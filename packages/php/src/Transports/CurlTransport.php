<?php

declare(strict_types=1);

namespace Puente\Transports;

use Puente\Http\Request;
use Puente\Http\Response;
use Puente\Http\Transport;
use Puente\Http\TransportFailure;

/** Sends requests with PHP's curl extension. */
final class CurlTransport implements Transport
{
    private const CONNECT_MS = 10_000;

    public function __construct()
    {
        if (!function_exists('curl_init')) {
            throw new \LogicException('PHP has no curl extension. Enable it, or pass another "transport".');
        }
    }

    public function send(Request $request): Response
    {
        $headers = [];
        $lines = [];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        if ($request->body === '' && $request->method !== 'GET') {
            // Without a length, some proxies answer 411.
            $lines[] = 'Content-Length: 0';
        }
        $timeoutMs = max(1, (int) round($request->timeoutSeconds * 1_000));
        $curl = curl_init($request->url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => $timeoutMs,
            CURLOPT_CONNECTTIMEOUT_MS => min(self::CONNECT_MS, $timeoutMs),
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$headers): int {
                [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
                $headers[$name] = $value;
                return strlen($line);
            },
        ]);
        if ($request->body !== '') {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $request->body);
        }
        $body = curl_exec($curl);
        if (!is_string($body)) {
            $message = sprintf('cURL error %d: %s', curl_errno($curl), curl_error($curl));
            throw new TransportFailure($message, curl_getinfo($curl, CURLINFO_REQUEST_SIZE) > 0);
        }
        return new Response((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $body, $headers);
    }
}
