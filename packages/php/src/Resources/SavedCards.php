<?php

declare(strict_types=1);

namespace Puente\Resources;

final class SavedCards extends ResourceRoutes
{
    private const PATH = '/v1/saved-cards';

    /**
     * Returns the saved cards of a customer.
     *
     * @param array<string, mixed> $query `identity_number` or `email`.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `data`.
     */
    public function list(array $query, array $options = []): array
    {
        return $this->get(self::PATH, $query, $options + ['expects' => ['data']]);
    }

    /**
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function revoke(string $id, array $options = []): array
    {
        return $this->send('DELETE', self::PATH . '/' . self::id($id), null, $options + ['expects' => ['id']]);
    }
}
