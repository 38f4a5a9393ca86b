<?php
/**
 * Outcome of the last connection test.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Caches the test for the settings page and the card fields for the checkout; refreshes daily.
 */
class Puente_Facts {

	const OPTION = 'puente_facts';
	const DAILY  = 'puente_daily_test';
	// Freshness and the settings page's timeout, in seconds.
	const FRESH      = 60;
	const PAGE_WAITS = 8;
	const PARTS      = array( 'gateway', 'rest_api', 'webhooks', 'plugin_route', 'saved_cards' );

	/**
	 * Hooks into the scheduler.
	 */
	public static function listen() {
		add_action( self::DAILY, array( __CLASS__, 'refresh' ) );
		add_action( 'admin_init', array( __CLASS__, 'plan' ) );
	}

	/**
	 * Schedules the daily test.
	 */
	public static function plan() {
		if ( Puente_Pairings::current() && ! wp_next_scheduled( self::DAILY ) ) {
			wp_schedule_event( time() + DAY_IN_SECONDS, 'daily', self::DAILY );
		}
	}

	/**
	 * Schedules the first daily run soon, for work that came due while inactive.
	 */
	public static function plan_soon() {
		if ( ! wp_next_scheduled( self::DAILY ) ) {
			wp_schedule_event( time() + MINUTE_IN_SECONDS, 'daily', self::DAILY );
		}
	}

	/**
	 * Unschedules the daily test.
	 */
	public static function stop_refreshing() {
		wp_clear_scheduled_hook( self::DAILY );
	}

	/**
	 * Tests the current pairing. Keeps the last facts without a response, so a bad minute does not
	 * change the checkout.
	 */
	public static function refresh() {
		$pairing = Puente_Pairings::current();
		if ( $pairing ) {
			self::keep( self::test( $pairing ) );
		}
	}

	/**
	 * Refreshes stale facts in the reader's locale. Keeps them after a timeout: the site may have
	 * no free process for the test.
	 *
	 * @param bool $is_forced Also fresh ones.
	 * @return bool Whether Puente may answer further calls of this page.
	 */
	public static function refresh_for_page( $is_forced = false ) {
		$kept    = self::all();
		$pairing = Puente_Pairings::current();
		$is_new  = ! $is_forced && isset( $kept['asked_at'], $kept['language'] ) && $kept['asked_at'] > time() - self::FRESH && Puente_Client::language() === $kept['language'];
		if ( $is_new || ! $pairing || ! Puente_Claim::claim( 'facts for page ' . Puente_Client::language(), 10 ) ) {
			return true;
		}
		$answer   = self::test( $pairing, self::PAGE_WAITS );
		$answered = Puente_Answer::ANSWERED === $answer->case;
		if ( $answered ) {
			self::keep( $answer );
		}
		return $answered;
	}

	/**
	 * Tests a pairing.
	 *
	 * @param Puente_Pairing $pairing Pairing.
	 * @param int            $seconds Timeout.
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
				'timeoutSeconds' => $seconds,
				'expects'        => array( 'store', 'id' ),
			)
		);
	}

	/**
	 * Caches a test's outcome.
	 *
	 * @param Puente_Answer $answer Answer.
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
	 * Returns whether the store can be paid.
	 *
	 * @param Puente_Answer $answer Answer.
	 */
	public static function are_good( Puente_Answer $answer ) {
		if ( ! $answer->is_fine() ) {
			return false;
		}
		$facts = self::read( $answer->body );
		return $facts['parts']['gateway']['ok'] && $facts['parts']['rest_api']['ok'] && $facts['parts']['plugin_route']['ok'];
	}

	/**
	 * Parses the known fields.
	 *
	 * @param array $body Body.
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
				// Puente installation, at any address.
				'of'          => preg_replace( '/[^A-Za-z0-9_-]/', '', $text( $store, 'installation' ) ),
			),
			'parts'            => $parts,
			'gateway_webhooks' => array(
				'address' => $text( $events, 'address' ),
				'last_at' => $text( $events, 'last_at' ),
				// `null`: no evidence yet, or an older Puente.
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
	 * Returns the cached facts.
	 *
	 * @return array Empty without any.
	 */
	public static function all() {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? $kept : array();
	}

	/**
	 * Returns the Puente installation of a store.
	 *
	 * @param string $store_id Store.
	 * @return string Empty if unknown.
	 */
	public static function installation_of( $store_id ) {
		$store = self::all();
		$store = isset( $store['store']['id'], $store['store']['of'] ) ? $store['store'] : array( 'id' => null );
		return $store['id'] === $store_id ? $store['of'] : '';
	}

	/**
	 * Returns the card fields' settings.
	 *
	 * @return array|null `sdk_url` and `publishable_key`.
	 */
	public static function card_fields() {
		$kept = self::all();
		return isset( $kept['card_fields'] ) ? $kept['card_fields'] : null;
	}

	/**
	 * Returns whether a part of the connection worked in the last test.
	 *
	 * @param string $name One of PARTS.
	 */
	public static function has_part( $name ) {
		$kept = self::all();
		return ! empty( $kept['parts'][ $name ]['ok'] );
	}

	/**
	 * Returns whether the store is in test mode.
	 */
	public static function is_test() {
		$kept = self::all();
		return isset( $kept['store']['environment'] ) && 'test' === $kept['store']['environment'];
	}

	/**
	 * Returns whether a store is connected and in test mode.
	 *
	 * @param string $store_id Store.
	 */
	public static function is_test_store( $store_id ) {
		$kept = self::all();
		return self::is_test() && $kept['store']['id'] === $store_id;
	}

	/**
	 * Clears everything.
	 */
	public static function forget() {
		delete_option( self::OPTION );
		self::stop_refreshing();
		Puente_Alerts::stop_asking();
		Puente_Alerts::forget();
		Puente_Contact::forget();
	}
}
