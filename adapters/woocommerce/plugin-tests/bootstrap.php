<?php
/**
 * Prepares the plugin's unit tests: stubs, the plugin, a base class.
 *
 * @package Puente
 */

require __DIR__ . '/stubs/wordpress-stubs.php';
require __DIR__ . '/stubs/woocommerce-stubs.php';
require __DIR__ . '/stubs/wp-cli-stubs.php';
require __DIR__ . '/../plugin/puente-for-woocommerce/includes/class-puente-autoload.php';
Puente_Autoload::register();
Puente_Client::$pause = 0;

/**
 * Starts each test on an empty site.
 */
abstract class Puente_Test_Case extends PHPUnit\Framework\TestCase {

	protected function setUp(): void {
		foreach ( array( 'options', 'responses', 'requests', 'planned', 'orders', 'log', 'actions', 'capabilities', 'next_cron', 'hooks' ) as $name ) {
			$GLOBALS[ 'puente_' . $name ] = array();
		}
	}

	/**
	 * Connects the site.
	 */
	protected static function connect( $store = 'tienda', $home = 'https://cafe.example' ) {
		update_option( 'home', $home );
		Puente_Pairings::keep_pending( new Puente_Pairing( 'https://puente.example', $store, Puente_Pairing::new_secret() ) );
		Puente_Pairings::promote_pending();
	}

	/**
	 * Builds a refusal of Puente.
	 */
	protected static function refusal( $status, $code, array $more = array() ) {
		$document = $more + array(
			'type'   => 'urn:puente:problem:' . $code,
			'title'  => 'A title',
			'status' => $status,
			'code'   => $code,
			'retry'  => 'permanent',
		);
		return array(
			'status' => $status,
			'body'   => json_encode( $document ),
		);
	}
}

require __DIR__ . '/stubs/order-screen-stubs.php';
