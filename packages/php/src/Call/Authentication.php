<?php

declare(strict_types=1);

namespace Puente\Call;

/** Proves to Puente who calls. */
interface Authentication
{
    /**
     * Returns the headers of one try.
     *
     * @param string $path As sent, with its query.
     * @param string $body As sent.
     * @return array<string, string>
     */
    public function headers(string $method, string $path, string $body): array;
}
