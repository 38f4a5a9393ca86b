<?php

declare(strict_types=1);

namespace Puente;

/** A genuine notification. Ignore a type that you do not know. */
final class Notification
{
    /** `webhook-id`: equal for every delivery, so that a shop can ignore a repetition. */
    public string $id;

    /** Such as `order.paid`. */
    public string $type;

    /** Time of the snapshot; the later of two notifications of an order is current. */
    public string $timestamp;

    /** @var array<string, mixed> `order`, `payment`, `payments` and `refunds`; or `payment_method`. */
    public array $data;

    /** @param array<string, mixed> $data */
    public function __construct(string $id, string $type, string $timestamp, array $data)
    {
        $this->id = $id;
        $this->type = $type;
        $this->timestamp = $timestamp;
        $this->data = $data;
    }
}
