<?php

declare(strict_types=1);

namespace Puente;

// Another copy of the package, such as one beside Composer's, may have declared it.
if (!function_exists(__NAMESPACE__ . '\verifyNotification')) {
    /**
     * Verifies a notification of Puente, and returns it.
     *
     * @param string $body Raw body: `file_get_contents('php://input')`, or `(string) $request->getBody()`.
     * @param array<string, mixed> $headers `getallheaders()`, `$_SERVER`, or `$request->getHeaders()`.
     * @param string|array<string|null> $secrets One, or the new and the previous one of a rotation.
     * @param int $toleranceSeconds Seconds that the time of the signature may differ from this machine's clock.
     * @param int|null $now Unix time, for tests.
     * @throws NotificationRefused If it is not genuine.
     * @throws \InvalidArgumentException If a secret cannot be right.
     */
    function verifyNotification(
        string $body,
        array $headers,
        #[\SensitiveParameter]
        $secrets,
        int $toleranceSeconds = 300,
        ?int $now = null
    ): Notification {
        return (new NotificationVerifier($secrets, $toleranceSeconds))->verify($body, $headers, $now ?? time());
    }
}
