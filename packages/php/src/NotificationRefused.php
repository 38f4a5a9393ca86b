<?php

declare(strict_types=1);

namespace Puente;

/** A request that is no genuine notification. Answer 400. */
final class NotificationRefused extends \RuntimeException
{
    /**
     * `missing_header`, `malformed_header`, `wrong_signature`, `too_old`, `too_new`, `not_json` or
     * `not_a_notification`.
     */
    public string $reason;

    public function __construct(string $reason, string $message)
    {
        parent::__construct($message);
        $this->reason = $reason;
    }
}
