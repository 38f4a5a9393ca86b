<?php
/**
 * Plugin Name: Test shop
 * Description: Lets the shop call receivers on this machine, and writes its e-mails to a file.
 */

/** Says whether a host is this machine, which WordPress refuses to call by default. */
function puente_shop_is_loopback( string $host ): bool {
	return in_array( $host, array( '127.0.0.1', 'localhost' ), true );
}

add_filter(
	'http_request_host_is_external',
	static fn( $allowed, $host ) => $allowed || puente_shop_is_loopback( $host ),
	10,
	2
);

add_filter(
	'http_allowed_safe_ports',
	static function ( $ports, $host, $url ) {
		if ( puente_shop_is_loopback( $host ) ) {
			$ports[] = (int) wp_parse_url( $url, PHP_URL_PORT );
		}
		return $ports;
	},
	10,
	3
);

add_filter(
	'pre_wp_mail',
	static function ( $sent, $mail ) {
		file_put_contents( PUENTE_SHOP_LOG . '/mail.jsonl', wp_json_encode( $mail ) . "\n", FILE_APPEND | LOCK_EX );
		return true;
	},
	10,
	2
);
