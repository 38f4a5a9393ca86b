<?php

declare(strict_types=1);

namespace Puente\Resources;

final class Checkouts extends ResourceRoutes
{
    /**
     * Makes an order payable, or charges a saved card. Repeating it is safe: an order has one checkout.
     *
     * @param array<string, mixed> $body `order` with `id`, `amount` (a text) and `currency`; see the API reference.
     * @param array<string, mixed> $options
     * @return array<string, mixed> `pay_url`, `order`, `payment`.
     */
    public function create(array $body, array $options = []): array
    {
        return $this->send('POST', '/v1/checkouts', $body, $options + ['expects' => ['pay_url']]);
    }
}
