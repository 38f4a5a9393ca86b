<?php

declare(strict_types=1);

namespace Puente\Resources;

use Puente\Call\Caller;

/** Routes of one kind of object. */
abstract class ResourceRoutes
{
    private Caller $caller;

    public function __construct(Caller $caller)
    {
        $this->caller = $caller;
    }

    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    protected function get(string $path, array $query, array $options): array
    {
        $words = array_map(static fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query);
        $search = http_build_query($words, '', '&', PHP_QUERY_RFC3986);
        return $this->caller->call('GET', $search === '' ? $path : "$path?$search", null, $options);
    }

    /**
     * Yields the rows of all pages; reads a page only when the loop arrives there.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed> $options
     * @return \Generator<int, array<string, mixed>>
     */
    protected function rows(string $path, array $query, array $options): \Generator
    {
        do {
            $page = $this->get($path, $query, ['expects' => ['data']] + $options);
            foreach ($page['data'] as $row) {
                yield $row;
            }
            $cursor = $page['next_cursor'] ?? null;
            // A cursor that leads to its own page would never end.
            $isLast = $cursor === null || $cursor === ($query['cursor'] ?? null);
            $query['cursor'] = $cursor;
        } while (!$isLast);
    }

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    protected function send(string $method, string $path, ?array $body, array $options): array
    {
        Floats::refuse($body ?? []);
        return $this->caller->call($method, $path, $body, $options);
    }

    /** Encodes an id; "." and ".." would lead to another path, and an empty id to a list. */
    protected static function id(string $id): string
    {
        if (preg_match('/^\s*\.{0,2}\s*$/D', $id) === 1) {
            throw new \InvalidArgumentException("The call needs an id, and got \"$id\".");
        }
        return rawurlencode($id);
    }
}
