<?php
/**
 * State of the connection.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Collects what the status report, Site Health and the command line show. Sends nothing, and names
 * no secret, customer or full store id.
 */
class Puente_Health {

	const CONNECTED = 'connected';
	const NONE      = 'not_connected';
	const ELSEWHERE = 'elsewhere';

	// The daily test and an hour's delay.
	const LATELY = DAY_IN_SECONDS + HOUR_IN_SECONDS;
	const LONG   = 2 * DAY_IN_SECONDS;

	const CRITICAL    = 'critical';
	const RECOMMENDED = 'recommended';

	/**
	 * Parts of the connection test without which no order gets paid.
	 */
	const VITAL = array( 'gateway', 'rest_api', 'plugin_route' );

	/**
	 * Returns the state of the pairing.
	 *
	 * @return string A constant.
	 */
	public static function connection() {
		if ( Puente_Pairings::is_elsewhere() ) {
			return self::ELSEWHERE;
		}
		return Puente_Pairings::current() ? self::CONNECTED : self::NONE;
	}

	/**
	 * Masks an id except its ends.
	 *
	 * @param string $id Id.
	 */
	public static function masked( $id ) {
		return strlen( $id ) < 7 ? substr( $id, 0, 1 ) . '…' : substr( $id, 0, 3 ) . '…' . substr( $id, -2 );
	}

	/**
	 * Returns the rows of the reports.
	 *
	 * @return array[] By name: `label`, `value`, and `is_good`, `null` for plain facts.
	 */
	public static function rows() {
		$pairing = Puente_Pairings::kept();
		$facts   = Puente_Facts::all();
		$rows    = array(
			'version'    => self::row( __( 'Plugin version', 'puente-for-woocommerce' ), PUENTE_VERSION ),
			'connection' => self::row( __( 'Connection', 'puente-for-woocommerce' ), self::connection_words(), self::CONNECTED === self::connection() ),
		);
		if ( $pairing ) {
			$is_test          = ! isset( $facts['store']['environment'] ) || 'live' !== $facts['store']['environment'];
			$rows['address']  = self::row( __( 'Address of Puente', 'puente-for-woocommerce' ), (string) wp_parse_url( $pairing->address, PHP_URL_HOST ) );
			$rows['store']    = self::row( __( 'Store', 'puente-for-woocommerce' ), self::masked( $pairing->store_id ) );
			$rows['mode']     = self::row( __( 'Mode', 'puente-for-woocommerce' ), $is_test ? __( 'Test', 'puente-for-woocommerce' ) : __( 'Live', 'puente-for-woocommerce' ) );
			$rows['answered'] = self::time_row( __( 'Last answer of Puente', 'puente-for-woocommerce' ), self::answered_at(), self::LATELY );
			$rows['called']   = self::time_row( __( 'Last call of Puente to this site', 'puente-for-woocommerce' ), Puente_Contact::at( Puente_Contact::CALLED ), self::LATELY );
			$rows['notified'] = self::time_row( __( 'Last order that Puente changed', 'puente-for-woocommerce' ), Puente_Contact::at( Puente_Contact::NOTIFIED ) );
			$rows['event']    = self::time_row( __( 'Last webhook of the gateway', 'puente-for-woocommerce' ), (int) strtotime( isset( $facts['gateway_webhooks']['last_at'] ) ? $facts['gateway_webhooks']['last_at'] : '' ) );
			foreach ( self::part_labels() as $name => $label ) {
				if ( isset( $facts['parts'][ $name ] ) ) {
					$rows[ $name ] = self::row( $label, $facts['parts'][ $name ]['detail'], $facts['parts'][ $name ]['ok'] );
				}
			}
		}
		return $rows + self::site_rows();
	}

	/**
	 * Returns the rows about the site.
	 */
	private static function site_rows() {
		$tasks = Puente_Queue::tasks();
		$delay = Puente_Queue::cron_delay();
		$cron  = Puente_Queue::is_cron_off() ? __( 'WP-Cron is off: the server has to call wp-cron.php.', 'puente-for-woocommerce' ) : __( 'WP-Cron is on.', 'puente-for-woocommerce' );
		if ( $delay > Puente_Queue::LATE_CRON ) {
			/* translators: %d: a number of hours */
			$cron .= ' ' . sprintf( __( 'Hours late: %d.', 'puente-for-woocommerce' ), (int) floor( $delay / HOUR_IN_SECONDS ) );
		}
		$known = get_option( Puente_Alerts::KNOWN );
		/* translators: 1: a number, 2: a number, 3: a number */
		$counts = sprintf( __( 'Waiting: %1$d. Late: %2$d. Failed: %3$d.', 'puente-for-woocommerce' ), $tasks['waiting'], $tasks['late'], $tasks['failed'] );
		return array(
			'tasks'    => self::row( __( 'Tasks', 'puente-for-woocommerce' ), $counts, 0 === $tasks['late'] ),
			'cron'     => self::row( __( 'Schedule', 'puente-for-woocommerce' ), $cron, ! ( $delay > Puente_Queue::LATE_CRON ) ),
			'alerts'   => self::row( __( 'Needs attention', 'puente-for-woocommerce' ), (string) ( is_array( $known ) ? (int) $known['count'] : 0 ), ! is_array( $known ) || 0 === (int) $known['count'] ),
			'language' => self::row( __( 'Language', 'puente-for-woocommerce' ), get_locale() . ' → ' . Puente_Client::language() ),
		);
	}

	/**
	 * Returns what is wrong, with what to do.
	 *
	 * @return array[] Most urgent first: `level` and `words`.
	 */
	public static function faults() {
		$facts  = Puente_Facts::all();
		$faults = array();
		$level  = Puente_Settings::is_on( 'enabled' ) ? self::CRITICAL : self::RECOMMENDED;
		if ( self::ELSEWHERE === self::connection() ) {
			$faults[] = self::fault( $level, Puente_Moved_Site::words() );
		}
		if ( self::NONE === self::connection() ) {
			$faults[] = self::fault( $level, __( 'This site is not connected to Puente, so customers cannot pay by card. Connect it in the settings of the payment method.', 'puente-for-woocommerce' ) );
		}
		if ( self::CONNECTED === self::connection() ) {
			$faults = array_merge( $faults, self::part_faults( $facts ), self::contact_faults() );
		}
		$faults = array_merge( $faults, self::queue_faults() );
		usort(
			$faults,
			static function ( $one, $other ) {
				return strcmp( $one['level'], $other['level'] );
			}
		);
		return $faults;
	}

	/**
	 * Returns when Puente last answered; a version before these times knows its last test.
	 *
	 * @return int Unix timestamp; 0 for never.
	 */
	private static function answered_at() {
		$facts   = Puente_Facts::all();
		$is_fine = isset( $facts['asked_at'] ) && ! isset( $facts['failure'] );
		return max( Puente_Contact::at( Puente_Contact::ANSWERED ), $is_fine ? (int) $facts['asked_at'] : 0 );
	}

	/**
	 * Returns whether Puente answered lately.
	 */
	private static function contact_faults() {
		$at      = self::answered_at();
		$silence = time() - $at;
		if ( $silence <= self::LATELY ) {
			return array();
		}
		$words = 0 === $at
			? __( 'Puente has not answered this site yet.', 'puente-for-woocommerce' )
			/* translators: %s: a date and time */
			: sprintf( __( 'Puente has not answered this site since %s.', 'puente-for-woocommerce' ), self::time( $at ) );
		return array( self::fault( $silence > self::LONG ? self::CRITICAL : self::RECOMMENDED, $words . ' ' . __( 'Test the connection in the settings of the payment method. If that fails, check Puente’s address and whether your hosting lets this site call out.', 'puente-for-woocommerce' ) ) );
	}

	/**
	 * Returns the failed parts of the last connection test.
	 *
	 * @param array $facts Facts.
	 */
	private static function part_faults( array $facts ) {
		$faults  = array();
		$failure = isset( $facts['failure'] ) && is_array( $facts['failure'] ) ? $facts['failure'] : array();
		if ( $failure ) {
			// A refusal is final; a lost answer counts once Puente is silent for long.
			$level    = Puente_Answer::ANSWERED === $failure['case'] ? self::CRITICAL : self::RECOMMENDED;
			$faults[] = self::fault( $level, Puente_Settings_Page::explain( $failure ) );
		}
		foreach ( self::part_labels() as $name => $label ) {
			$part     = isset( $facts['parts'][ $name ] ) ? $facts['parts'][ $name ] : array( 'ok' => true );
			$is_asked = 'saved_cards' !== $name || Puente_Settings::is_on( 'saved_cards' );
			if ( ! $part['ok'] && $is_asked ) {
				$faults[] = self::fault( in_array( $name, self::VITAL, true ) ? self::CRITICAL : self::RECOMMENDED, $label . ': ' . $part['detail'] );
			}
		}
		if ( isset( $facts['gateway_webhooks']['ok'] ) && false === $facts['gateway_webhooks']['ok'] ) {
			$faults[] = self::fault( self::RECOMMENDED, $facts['gateway_webhooks']['detail'] );
		}
		return $faults;
	}

	/**
	 * Returns whether the site runs its scheduled work.
	 */
	private static function queue_faults() {
		$tasks = Puente_Queue::tasks();
		if ( $tasks['late'] > 0 || Puente_Queue::cron_delay() > Puente_Queue::LATE_CRON ) {
			return array( self::fault( self::RECOMMENDED, __( 'Scheduled tasks of this site are late, so refunds and order changes are followed up late. Let the server call wp-cron.php every minute, or see WooCommerce → Status → Scheduled Actions.', 'puente-for-woocommerce' ) ) );
		}
		return array();
	}

	/**
	 * Returns the labels of the connection test.
	 *
	 * @return string[] By part.
	 */
	private static function part_labels() {
		return array(
			'gateway'      => __( 'Payment gateway', 'puente-for-woocommerce' ),
			'rest_api'     => __( 'Access to your orders', 'puente-for-woocommerce' ),
			'plugin_route' => __( 'Puente reaches this site', 'puente-for-woocommerce' ),
			'webhooks'     => __( 'Order webhooks', 'puente-for-woocommerce' ),
			'saved_cards'  => __( 'Saved cards', 'puente-for-woocommerce' ),
		);
	}

	/**
	 * Describes the connection.
	 */
	private static function connection_words() {
		switch ( self::connection() ) {
			case self::CONNECTED:
				return __( 'Connected', 'puente-for-woocommerce' );
			case self::ELSEWHERE:
				return __( 'Paused: this site is a copy, or has moved', 'puente-for-woocommerce' );
			default:
				return __( 'Not connected', 'puente-for-woocommerce' );
		}
	}

	/**
	 * Builds a row.
	 *
	 * @param string    $label   Label.
	 * @param string    $value   Value.
	 * @param bool|null $is_good Judgement.
	 */
	private static function row( $label, $value, $is_good = null ) {
		return array(
			'label'   => $label,
			'value'   => $value,
			'is_good' => $is_good,
		);
	}

	/**
	 * Builds a row about a time.
	 *
	 * @param string $label Label.
	 * @param int    $at    Unix timestamp; 0 for never.
	 * @param int    $good  Seconds within which it is good; 0 for a plain fact.
	 */
	private static function time_row( $label, $at, $good = 0 ) {
		return self::row( $label, $at > 0 ? self::time( $at ) : __( 'Never', 'puente-for-woocommerce' ), $good > 0 ? time() - $at <= $good : null );
	}

	/**
	 * Formats a time in the site's time zone.
	 *
	 * @param int $at Unix timestamp.
	 */
	public static function time( $at ) {
		return (string) wp_date( 'Y-m-d H:i', $at );
	}

	/**
	 * Builds a fault.
	 *
	 * @param string $level A constant.
	 * @param string $words What is wrong and what to do.
	 */
	private static function fault( $level, $words ) {
		return array(
			'level' => $level,
			'words' => $words,
		);
	}
}
