<?php

declare(strict_types=1);

namespace Puente\Resources;

final class Orders extends ResourceRoutes
{
    private const PATH = '/v1/orders';

    /**
     * Returns an order with its payments and refunds.
     *
     * @param array<string, mixed> $query `ask` also polls the gateway; a later call has the result.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `order`, `payment`, `payments`, `refunds`, `pay_url`.
     */
    public function retrieve(string $id, array $query = [], array $options = []): array
    {
        return $this->get(self::PATH . '/' . self::id($id), $query, $options + ['expects' => ['order', 'id']]);
    }

    /**
     * Returns a page of orders.
     *
     * @param array<string, mixed> $query `search`, or `status`, `number`, `created_from`, `created_to`; `limit`, `cursor`.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `data` and `next_cursor`.
     */
    public function list(array $query = [], array $options = []): array
    {
        return $this->get(self::PATH, $query, $options + ['expects' => ['data']]);
    }

    /**
     * Iterates over the orders of all pages.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed> $options
     * @return \Generator<int, array<string, mixed>>
     */
    public function listAll(array $query = [], array $options = []): \Generator
    {
        return $this->rows(self::PATH, $query, $options);
    }

    /**
     * Returns what happened to an order.
     *
     * @param array<string, mixed> $options
     * @return array<string, mixed> `data`.
     */
    public function timeline(string $id, array $options = []): array
    {
        return $this->get(self::PATH . '/' . self::id($id) . '/timeline', [], $options + ['expects' => ['data']]);
    }

    /**
     * Cancels an unpaid order.
     *
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function cancel(string $id, array $options = []): array
    {
        $options += ['expects' => ['order', 'id']];
        return $this->send('POST', self::PATH . '/' . self::id($id) . '/cancel', null, $options);
    }

    /**
     * Charges the card that the customer typed into the gateway's fields.
     *
     * @param array<string, mixed> $body `payment_token`, `success_redirect_url`, `failed_redirect_url`.
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function confirm(string $id, array $body, array $options = []): array
    {
        $options += ['expects' => ['order', 'id']];
        return $this->send('POST', self::PATH . '/' . self::id($id) . '/confirm', $body, $options);
    }

    /**
     * Returns the address of the receipt at the gateway.
     *
     * @param array<string, mixed> $query `payment_id`.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `receipt_url`, `transaction_id`.
     */
    public function receipt(string $id, array $query = [], array $options = []): array
    {
        $options += ['expects' => ['receipt_url']];
        return $this->get(self::PATH . '/' . self::id($id) . '/receipt', $query, $options);
    }
}
