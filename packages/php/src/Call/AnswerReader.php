<?php

declare(strict_types=1);

namespace Puente\Call;

use Puente\Http\Response;
use Puente\PuenteError;

/** Tells Puente's answers from those of a firewall, a cache or another site, which prove nothing. */
final class AnswerReader
{
    /** The released types and the addresses of pages both end in the code. */
    private const PROBLEM_TYPE = '#^(?:urn:puente:problem:|https?://.+/docs/errors/)(\w+)$#D';

    /** Upper bounds on the bytes of a page to read, and on the characters to quote. */
    private const READ_BYTES = 65_536;
    private const QUOTED = 120;

    private string $baseUrl;

    public function __construct(string $baseUrl)
    {
        $this->baseUrl = $baseUrl;
    }

    /**
     * Returns the body of a success.
     *
     * @param string[] $expects Path to a text or a list that the success has.
     * @return array<string, mixed>
     * @throws PuenteError Of any other answer.
     */
    public function read(Response $response, array $expects): array
    {
        $json = strncmp(ltrim($response->body), '{', 1) === 0
            ? json_decode($response->body, true, 512, JSON_BIGINT_AS_STRING)
            : null;
        if (is_array($json) && $response->isSuccess() && self::has($json, $expects)) {
            return $json;
        }
        throw is_array($json) && !$response->isSuccess() && self::isProblem($json, $response->status)
            ? self::refusal($json, $response)
            : $this->unexpected($response);
    }

    /**
     * @param array<string, mixed> $body
     * @param string[] $path
     */
    private static function has(array $body, array $path): bool
    {
        $found = $body;
        foreach ($path as $name) {
            $found = is_array($found) ? $found[$name] ?? null : null;
        }
        return is_array($found) || (is_string($found) && $found !== '');
    }

    /** @param array<string, mixed> $body */
    private static function isProblem(array $body, int $status): bool
    {
        return is_string($body['type'] ?? null)
            && preg_match(self::PROBLEM_TYPE, $body['type'], $parts) === 1
            && ($body['code'] ?? null) === $parts[1]
            && ($body['status'] ?? null) === $status;
    }

    /** @param array<string, mixed> $problem */
    private static function refusal(array $problem, Response $response): PuenteError
    {
        $requestId = $problem['request_id'] ?? null;
        // A server that failed may have acted before, and a request that runs under the key still may.
        $isUnknown = $response->status >= 500 || $problem['code'] === 'idempotency_key_in_use';
        return PuenteError::ofProblem($problem, [
            'outcome' => $isUnknown ? PuenteError::UNKNOWN : PuenteError::REFUSED,
            'status' => $response->status,
            'requestId' => is_string($requestId) ? $requestId : $response->header('x-request-id'),
            'retryAfterSeconds' => self::retryAfter($response),
        ]);
    }

    private function unexpected(Response $response): PuenteError
    {
        $status = $response->status;
        $isRedirect = $status >= 300 && $status < 400;
        $answer = $isRedirect ? self::targetOf($response) : self::wordsOf($response->body);
        $quoted = $answer === '' ? '' : " ($answer)";
        $message = $isRedirect
            ? "HTTP $status of $this->baseUrl redirects$quoted. The client follows no redirect: use the final address of Puente."
            : "HTTP $status of $this->baseUrl is not an answer of Puente's API$quoted. Check the address, and what is in front of Puente.";
        return new PuenteError('unexpected_answer', $message, [
            // Puente's own answer can be cut or lost, whatever came in its place.
            'retry' => PuenteError::RETRY,
            'status' => $status,
            'answer' => $answer,
            'requestId' => $response->header('x-request-id'),
            'retryAfterSeconds' => self::retryAfter($response),
        ]);
    }

    /** Returns the target without query and password, which can be secret. */
    private static function targetOf(Response $response): string
    {
        $parts = parse_url((string) $response->header('location'));
        $parts = is_array($parts) ? $parts : [];
        $scheme = isset($parts['scheme']) ? "{$parts['scheme']}://" : '';
        $port = isset($parts['port']) ? ":{$parts['port']}" : '';
        return self::cut('→ ' . $scheme . ($parts['host'] ?? '') . $port . ($parts['path'] ?? ''));
    }

    /** Returns the title of a page, or its first words. */
    private static function wordsOf(string $body): string
    {
        $page = trim(substr($body, 0, self::READ_BYTES));
        if ($page === '' || strpos('{["', $page[0]) !== false) {
            return '';
        }
        $words = preg_match('#<title[^>]*>([^<]+)</title>#i', $page, $title) === 1
            ? $title[1]
            : strip_tags((string) preg_replace('#<(script|style)\b[\s\S]*?(</\1>|$)#i', ' ', $page));
        $words = self::cut(strip_tags(html_entity_decode($words, ENT_QUOTES, 'UTF-8')));
        return $words === '' ? '' : "“{$words}”";
    }

    private static function cut(string $text): string
    {
        $line = trim((string) preg_replace('/[\s\x00-\x1f]+/', ' ', $text));
        // Whole characters of UTF-8, up to a broken one.
        preg_match('/^(?:[\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]{1,3}){0,' . self::QUOTED . '}/', $line, $cut);
        return trim($cut[0] ?? '');
    }

    /** Reads `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
    private static function retryAfter(Response $response): ?float
    {
        $header = (string) $response->header('retry-after');
        if (preg_match('/^\d{1,9}$/D', $header) === 1) {
            return (float) $header;
        }
        $at = $header === '' ? false : strtotime($header);
        return $at === false ? null : (float) max(0, $at - time());
    }
}
