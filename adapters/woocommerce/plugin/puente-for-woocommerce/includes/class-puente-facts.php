<?php
/**
 * What the last connection test found.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks Puente whether everything works, and keeps the answer: the settings page shows it, and the
 * checkout reads the address of the card fields from it. It is asked anew each day.
 */
class Puente_Facts {

	const OPTION = 'puente_facts';
	const DAILY  = 'puente_daily_test';
	// Seconds for which what was found is shown without asking again, and that the settings page waits for it.
	const FRESH      = 60;
	const PAGE_WAITS = 8;
	const PARTS  = array( 'gateway', 'rest_api', 'webhooks', 'plugin_route', 'saved_cards' );

	/**
	 * Listens to the calendar, and makes sure that the daily test is on it.
	 */
	public static function listen() {
		add_action( self::DAILY, array( __CLASS__, 'refresh' ) );
		add_action( 'admin_init', array( __CLASS__, 'plan' ) );
	}

	/**
	 * Puts the daily test on the calendar.
	 */
	public static function plan() {
		if ( Puente_Pairings::current() && ! wp_next_scheduled( self::DAILY ) ) {
			wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', self::DAILY );
		}
	}

	/**
	 * Puts the first one on the calendar, with all else that is done daily: what fell due while the
	 * plugin was not active is taken up by it.
	 */
	public static function plan_soon() {
		if ( ! wp_next_scheduled( self::DAILY ) ) {
			wp_schedule_event( time() + MINUTE_IN_SECONDS, 'daily', self::DAILY );
		}
	}

	/**
	 * Takes the daily test off the calendar.
	 */
	public static function stop_refreshing() {
		wp_clear_scheduled_hook( self::DAILY );
	}

	/**
	 * Tests the current pairing and keeps what was found. Without an answer the last facts stay:
	 * the checkout does not change because of a bad minute.
	 */
	public static function refresh() {
		$pairing = Puente_Pairings::current();
		if ( $pairing ) {
			self::keep( self::test( $pairing ) );
		}
	}

	/**
	 * Brings what the settings page is about to show up to date, in the language of who looks at it. Without an
	 * answer in time the last facts stay, with their time: the site may have no process left to be tested with.
	 */
	public static function refresh_for_page() {
		$kept    = self::all();
		$pairing = Puente_Pairings::current();
		$is_new  = isset( $kept['asked_at'], $kept['language'] ) && $kept['asked_at'] > time() - self::FRESH && Puente_Client::language() === $kept['language'];
		if ( $is_new || ! $pairing || ! Puente_Once::claim( 'facts for page ' . Puente_Client::language(), 10 ) ) {
			return;
		}
		$answer = self::test( $pairing, self::PAGE_WAITS );
		if ( Puente_Answer::ANSWERED === $answer->case ) {
			self::keep( $answer );
		}
	}

	/**
	 * Tests a pairing.
	 *
	 * @param Puente_Pairing $pairing The pairing.
	 * @param int            $seconds How long it may take.
	 * @return Puente_Answer
	 */
	public static function test( Puente_Pairing $pairing, $seconds = 45 ) {
		$kept   = Puente_Pairings::kept();
		$body   = array(
			'site_url'            => $kept && $kept->to_parts() === $pairing->to_parts() ? Puente_Site::url_for_puente() : home_url(),
			'plugin_version'      => PUENTE_VERSION,
			'woocommerce_version' => WC()->version,
			'wordpress_version'   => get_bloginfo( 'version' ),
		);
		$client = new Puente_Client( $pairing );
		return $client->call(
			'POST',
			'/v1/woocommerce/connection-test',
			$body,
			array(
				'timeouts' => array( $seconds ),
				'expects'  => array( 'store', 'id' ),
			)
		);
	}

	/**
	 * Keeps what a test found.
	 *
	 * @param Puente_Answer $answer The answer to the test.
	 */
	public static function keep( Puente_Answer $answer ) {
		$kept = self::all();
		if ( $answer->is_fine() ) {
			$kept = self::read( $answer->body );
		}
		$kept['asked_at'] = time();
		$kept['language'] = Puente_Client::language();
		$kept['failure']  = $answer->is_fine() ? null : $answer->failure_facts();
		update_option( self::OPTION, $kept, false );
	}

	/**
	 * Whether a store can be paid through what a test found.
	 *
	 * @param Puente_Answer $answer The answer to the test.
	 * @return bool
	 */
	public static function are_good( Puente_Answer $answer ) {
		if ( ! $answer->is_fine() ) {
			return false;
		}
		$facts = self::read( $answer->body );
		return $facts['parts']['gateway']['ok'] && $facts['parts']['rest_api']['ok'] && $facts['parts']['plugin_route']['ok'];
	}

	/**
	 * Takes of an answer what is known here.
	 *
	 * @param array $body The body of the answer.
	 * @return array
	 */
	private static function read( array $body ) {
		$text  = static function ( $from, $name ) {
			return isset( $from[ $name ] ) && is_scalar( $from[ $name ] ) ? sanitize_text_field( (string) $from[ $name ] ) : '';
		};
		$parts = array();
		foreach ( self::PARTS as $name ) {
			$part           = isset( $body[ $name ] ) && is_array( $body[ $name ] ) ? $body[ $name ] : array();
			$parts[ $name ] = array(
				'ok'     => isset( $part['ok'] ) && true === $part['ok'],
				'detail' => $text( $part, 'detail' ),
			);
		}
		$store  = isset( $body['store'] ) && is_array( $body['store'] ) ? $body['store'] : array();
		$events = isset( $body['gateway_webhooks'] ) && is_array( $body['gateway_webhooks'] ) ? $body['gateway_webhooks'] : array();
		$fields = isset( $body['card_fields'] ) && is_array( $body['card_fields'] ) ? $body['card_fields'] : array();
		$sdk    = isset( $fields['sdk_url'] ) ? esc_url_raw( (string) $fields['sdk_url'], array( 'https', 'http' ) ) : '';
		$key    = $text( $fields, 'publishable_key' );
		return array(
			'store'            => array(
				'id'          => $text( $store, 'id' ),
				'name'        => $text( $store, 'name' ),
				'environment' => 'live' === $text( $store, 'environment' ) ? 'live' : 'test',
				'locale'      => 'en' === $text( $store, 'locale' ) ? 'en' : 'es',
				// Which Puente it is, wherever that runs.
				'of'          => preg_replace( '/[^A-Za-z0-9_-]/', '', $text( $store, 'installation' ) ),
			),
			'parts'            => $parts,
			'gateway_webhooks' => array(
				'address' => $text( $events, 'address' ),
				'last_at' => $text( $events, 'last_at' ),
				// `null`: there is nothing to judge by yet, or Puente is an older one.
				'ok'      => isset( $events['ok'] ) && is_bool( $events['ok'] ) ? $events['ok'] : null,
				'detail'  => $text( $events, 'detail' ),
			),
			'card_fields'      => $sdk && 0 === strpos( $key, 'pk_' ) ? array(
				'sdk_url'         => $sdk,
				'publishable_key' => $key,
			) : null,
		);
	}

	/**
	 * All that is kept.
	 *
	 * @return array Empty when nothing is.
	 */
	public static function all() {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? $kept : array();
	}

	/**
	 * Which Puente a store is of.
	 *
	 * @param string $store_id The store.
	 * @return string Empty when that is not known.
	 */
	public static function installation_of( $store_id ) {
		$store = self::all();
		$store = isset( $store['store']['id'], $store['store']['of'] ) ? $store['store'] : array( 'id' => null );
		return $store['id'] === $store_id ? $store['of'] : '';
	}

	/**
	 * Where the card fields come from.
	 *
	 * @return array|null `sdk_url` and `publishable_key`.
	 */
	public static function card_fields() {
		$kept = self::all();
		return isset( $kept['card_fields'] ) ? $kept['card_fields'] : null;
	}

	/**
	 * Whether the store is one where no real cards are charged.
	 *
	 * @return bool
	 */
	public static function is_test() {
		$kept = self::all();
		return isset( $kept['store']['environment'] ) && 'test' === $kept['store']['environment'];
	}

	/**
	 * Whether one store is known to be such a one.
	 *
	 * @param string $store_id The store.
	 * @return bool `false` as well when another one is connected.
	 */
	public static function is_test_store( $store_id ) {
		$kept = self::all();
		return self::is_test() && $kept['store']['id'] === $store_id;
	}

	/**
	 * Forgets everything.
	 */
	public static function forget() {
		delete_option( self::OPTION );
		self::stop_refreshing();
		Puente_Problems::stop_asking();
		Puente_Problems::forget();
	}
}
