<?php

declare(strict_types=1);

namespace Puente\Resources;

/** Puente voids a charge that is not settled, and refunds a settled one. */
final class Refunds extends ResourceRoutes
{
    private const ANSWER = ['expects' => ['refund', 'id']];

    /**
     * Refunds an order; without an `amount`, the refundable rest.
     *
     * @param array<string, mixed> $body `amount` (a text), `currency`, `reason`, `payment_id`.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `refund`, `order`, `message`.
     */
    public function create(string $orderId, array $body = [], array $options = []): array
    {
        return $this->send('POST', self::path($orderId), $body, $options + self::ANSWER);
    }

    /**
     * Cancels a waiting refund.
     *
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function cancel(string $orderId, string $refundId, array $options = []): array
    {
        $path = self::path($orderId) . '/' . self::id($refundId) . '/cancel';
        return $this->send('POST', $path, null, $options + self::ANSWER);
    }

    /**
     * Cancels a waiting refund by the `Idempotency-Key` that requested it, if its answer was lost.
     *
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function cancelByKey(string $orderId, string $idempotencyKey, array $options = []): array
    {
        $body = ['idempotency_key' => $idempotencyKey];
        return $this->send('POST', self::path($orderId) . '/cancel', $body, $options + self::ANSWER);
    }

    private static function path(string $orderId): string
    {
        return '/v1/orders/' . self::id($orderId) . '/refunds';
    }
}
