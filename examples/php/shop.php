<?php

declare(strict_types=1);

// The folder of the client, unpacked beside this file.
require __DIR__ . '/puente/autoload.php';

use Puente\NotificationRefused;
use Puente\PuenteError;

use function Puente\verifyNotification;

const PRICE = ['amount' => '125.50', 'currency' => 'HNL'];

/** Reads PUENTE_URL and PUENTE_API_KEY. */
$puente = new Puente\Client();

/** Changes an order of this shop, and returns it. A real shop keeps orders in its database. */
function order(string $id, ?callable $change = null): ?array
{
    $folder = sys_get_temp_dir() . '/puente-shop-' . $_SERVER['SERVER_PORT'];
    if (!is_dir($folder)) {
        mkdir($folder, 0700);
    }
    if ($change === null && !is_file("$folder/$id.json")) {
        return null;
    }
    $file = fopen("$folder/$id.json", 'c+');
    flock($file, LOCK_EX);
    $order = json_decode((string) stream_get_contents($file), true);
    if ($change !== null) {
        $order = $change($order);
        rewind($file);
        ftruncate($file, 0);
        fwrite($file, json_encode($order));
    }
    fclose($file);
    return $order;
}

/** Checkout: the id of the order keeps a second click from starting a second payment. */
function pay(Puente\Client $puente, string $id): void
{
    order($id, static fn (?array $known) => $known ?? ['status' => 'awaiting_payment', 'at' => '']);
    $home = "http://{$_SERVER['HTTP_HOST']}/orders/$id";
    $checkout = $puente->checkouts->create(
        [
            'order' => ['id' => $id, 'description' => 'A pound of coffee'] + PRICE,
            'success_url' => $home,
            'cancel_url' => $home,
        ],
        ['idempotencyKey' => "checkout-$id"]
    );
    header("Location: {$checkout['pay_url']}", true, 303);
}

/** Refund: the key keeps a repeated request from returning the money twice. Only for your staff! */
function refund(Puente\Client $puente, string $id): void
{
    $puente->refunds->create($id, ['reason' => 'Returned'], ['idempotencyKey' => "refund-$id"]);
    header("Location: /orders/$id", true, 303);
}

/** Notification: refuses what Puente did not sign. */
function receive(): void
{
    $body = (string) file_get_contents('php://input');
    try {
        $event = verifyNotification($body, getallheaders(), (string) getenv('PUENTE_NOTIFY_SECRET'));
    } catch (NotificationRefused $refused) {
        http_response_code(400);
        echo $refused->getMessage();
        return;
    }
    ['id' => $id, 'status' => $status] = $event->data['order'] ?? ['id' => '', 'status' => ''];
    $at = $event->timestamp;
    // Notifications repeat, and an older one may arrive last.
    if (preg_match(ORDER_ID, $id) === 1 && order($id) !== null) {
        order($id, static fn (array $known) => $known['at'] <= $at ? ['status' => $status, 'at' => $at] : $known);
    }
    http_response_code(204);
}

function page(string $title, string $body, bool $reloads = false): void
{
    header('Content-Type: text/html; charset=utf-8');
    $refresh = $reloads ? '<meta http-equiv="refresh" content="2">' : '';
    echo <<<HTML
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><title>$title</title>$refresh
        <style>body { font: 18px system-ui; max-width: 32em; margin: 3em auto } button { font: inherit }</style>
        <h1>$title</h1>
        $body
        </html>
        HTML;
}

function failure(int $status, string $title, string $message = ''): void
{
    http_response_code($status);
    page($title, '<p>' . htmlspecialchars($message) . '</p><p><a href="/">Back to the shop</a></p>');
}

const ORDER_ID = '/^[\w-]{1,40}$/D';

[, $place, $id, $act] = explode('/', (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) + ['', '', '', ''];
$asked = "{$_SERVER['REQUEST_METHOD']} $place" . (preg_match(ORDER_ID, $id) === 1 ? "/id/$act" : $id);
try {
    switch ($asked) {
        case 'GET ':
            $next = 'A-' . base_convert((string) hrtime(true), 10, 36);
            $form = "<form method='post' action='/orders/$next/pay'><button>Buy</button></form>";
            return page('A pound of coffee', '<p>' . implode(' ', PRICE) . "</p>$form");
        case 'POST orders/id/pay':
            return pay($puente, $id);
        case 'POST orders/id/refund':
            return refund($puente, $id);
        case 'POST puente':
            return receive();
        case 'GET orders/id/':
            $order = order($id);
            if ($order === null) {
                return failure(404, 'There is no such order');
            }
            $form = "<form method='post' action='/orders/$id/refund'><button>Refund</button></form>";
            $body = "<p>Status: <strong>{$order['status']}</strong></p>" . ($order['status'] === 'paid' ? $form : '');
            return page("Order $id", "$body<p><a href='/'>Back to the shop</a></p>", true);
        default:
            return failure(404, 'There is no such page');
    }
} catch (PuenteError $error) {
    return failure(502, 'Puente refused this', $error->getMessage());
}
