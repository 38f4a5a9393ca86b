<?php

declare(strict_types=1);

/** Loads the classes of the client in a shop without Composer. */
spl_autoload_register(static function (string $class): void {
    if (strncmp($class, 'Puente\\', 7) !== 0) {
        return;
    }
    $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

require_once __DIR__ . '/src/verifyNotification.php';
