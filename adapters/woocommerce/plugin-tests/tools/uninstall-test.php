<?php

/**
 * Records statements with their values, per site. Knows options and the tables of the test.
 */
class Puente_Recording_Wpdb extends Puente_Wpdb {

	public $tables     = array();
	public $statements = array();

	public function esc_like( $text ) {
		return addcslashes( $text, '_%\\' );
	}

	public function prepare( $sql, ...$values ) {
		foreach ( $values as $value ) {
			$sql = preg_replace( '/%[isd]/', str_replace( array( '\\', '$' ), array( '\\\\', '\\$' ), (string) $value ), $sql, 1 );
		}
		return array( $sql, $values );
	}

	public function get_var( array $query = array() ) {
		$name = stripslashes( end( $query[1] ) );
		return in_array( $name, $this->tables, true ) ? $name : null;
	}

	public function get_col( array $query ) {
		global $puente_options;
		$begin = stripslashes( rtrim( (string) end( $query[1] ), '%' ) );
		return false === strpos( $query[0], 'option_name' ) ? array() : array_values(
			array_filter(
				array_keys( $puente_options ),
				static function ( $name ) use ( $begin ) {
					return 0 === strpos( $name, $begin );
				}
			)
		);
	}

	public function query( array $query ) {
		$this->statements[] = $query[0];
		return 1;
	}
}

final class Puente_Uninstall_Test extends Puente_Test_Case {

	/**
	 * WordPress' database object.
	 */
	private $wpdb;

	protected function setUp(): void {
		parent::setUp();
		$this->wpdb                = $GLOBALS['wpdb'];
		$GLOBALS['wpdb']           = new Puente_Recording_Wpdb();
		$GLOBALS['wpdb']->tables   = array( 'wp_actionscheduler_actions', 'wp_actionscheduler_logs', 'wp_actionscheduler_groups', 'wp_wc_orders_meta', 'wp_postmeta', 'wp_woocommerce_payment_tokens', 'wp_woocommerce_payment_tokenmeta' );
		$GLOBALS['puente_cron']    = array();
	}

	protected function tearDown(): void {
		$GLOBALS['wpdb'] = $this->wpdb;
	}

	/**
	 * Deletes the plugin, as WordPress does.
	 */
	private static function uninstall() {
		if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
			define( 'WP_UNINSTALL_PLUGIN', 'puente-for-woocommerce/puente-for-woocommerce.php' );
			require PUENTE_TESTED . '/uninstall.php';
			return;
		}
		Puente_Network::on_each_site( is_multisite(), 'puente_forget_site' );
	}

	public function test_no_option_of_the_plugin_stays_and_those_of_others_do() {
		global $puente_options, $puente_responses;
		self::connect();
		$puente_responses = array( new WP_Error( 'http', 'cURL error 28: Operation timed out' ) );
		Puente_Contact::note( Puente_Contact::CALLED );
		update_option( Puente_Settings::OPTION, array( 'enabled' => 'yes' ) );
		update_option( 'puente_of_a_later_version', 1 );
		update_option( 'puenteless', 1 );
		self::uninstall();
		self::assertSame( array( 'home', 'puenteless' ), array_keys( $puente_options ) );
		$statements = implode( "\n", $GLOBALS['wpdb']->statements );
		foreach ( array( '\_puente\_once\_%', '\_transient\_puente\_%', '\_transient\_timeout\_puente\_%' ) as $prefix ) {
			self::assertStringContainsString( $prefix, $statements );
		}
	}

	public function test_every_cron_event_and_action_of_the_plugin_goes_also_without_woocommerce() {
		global $puente_cron;
		$puente_cron = array(
			1000      => array(
				Puente_Facts::DAILY => array(),
				'wp_version_check'  => array(),
			),
			2000      => array(
				Puente_Alerts::ASK     => array(),
				'puente_of_the_future' => array(),
			),
			'version' => 2,
		);
		self::uninstall();
		self::assertSame( array( 'wp_version_check' ), array_keys( array_merge( $puente_cron[1000], $puente_cron[2000] ) ) );
		self::assertContains( 'DELETE FROM wp_actionscheduler_actions WHERE hook LIKE puente\_%', $GLOBALS['wpdb']->statements );
		self::assertContains( 'DELETE FROM wp_actionscheduler_groups WHERE slug = puente', $GLOBALS['wpdb']->statements );
	}

	public function test_orders_and_saved_cards_stay_unless_the_merchant_asks_for_their_removal() {
		self::uninstall();
		self::assertStringNotContainsString( 'meta_key', implode( "\n", $GLOBALS['wpdb']->statements ) );
		puente_forget_orders();
		$statements = implode( "\n", $GLOBALS['wpdb']->statements );
		foreach ( array( 'DELETE FROM wp_wc_orders_meta WHERE meta_key LIKE \_puente\_%', 'DELETE FROM wp_postmeta WHERE meta_key LIKE \_puente\_%', 'DELETE FROM wp_woocommerce_payment_tokens WHERE gateway_id = puente' ) as $statement ) {
			self::assertStringContainsString( $statement, $statements );
		}
	}

	public function test_a_site_without_the_tables_of_woocommerce_is_cleaned_without_an_error() {
		$GLOBALS['wpdb']->tables = array();
		self::uninstall();
		puente_forget_orders();
		self::assertStringNotContainsString( 'actionscheduler', implode( "\n", $GLOBALS['wpdb']->statements ) );
	}

	public function test_every_site_of_a_network_is_cleaned() {
		self::uninstall();
		self::assertSame( 2, count( preg_grep( '/once/', $GLOBALS['wpdb']->statements ) ) );
	}

	public function test_the_log_says_what_stays_at_puente() {
		global $puente_log;
		self::uninstall();
		self::assertStringContainsString( 'Puente keeps the orders, payments and refunds', end( $puente_log )[1] );
	}
}
