<?php
/**
 * One-time claims.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The unique index of the options table, not the options cache, decides between concurrent claims.
 */
class Puente_Claim {

	const PREFIX = '_puente_once_';

	/**
	 * Hooks into the daily run.
	 */
	public static function listen() {
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'forget_old' ) );
	}

	/**
	 * Claims a name, also over an expired row.
	 *
	 * @param string $name    Name.
	 * @param int    $seconds Lifetime of the claim.
	 * @return bool|null Whether free; `null` on a database error.
	 */
	public static function claim( $name, $seconds ) {
		global $wpdb;
		$row   = self::PREFIX . hash( 'sha256', $name );
		$now   = time();
		$until = (string) ( $now + $seconds );
		// phpcs:disable WordPress.DB.DirectDatabaseQuery -- Insert-if-absent; add_option() cannot tell who came first.
		$changed = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $row, $until ) );
		if ( 0 === $changed ) {
			// If both find it expired, the second waits for the row lock and sees the new time.
			$changed = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND CAST(option_value AS UNSIGNED) < %d", $until, $row, $now ) );
		}
		// phpcs:enable
		return false === $changed ? null : 1 === (int) $changed;
	}

	/**
	 * Ends a claim early.
	 *
	 * @param string $name Name.
	 */
	public static function release( $name ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Rows that only this class knows.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s", self::PREFIX . hash( 'sha256', $name ) ) );
	}

	/**
	 * Deletes expired claims daily, since deleting beside each claim would block it. Bounded
	 * batches, in index order.
	 */
	public static function forget_old() {
		global $wpdb;
		for ( $rounds = 0; $rounds < 100; $rounds++ ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Rows that only this class knows.
			$deleted = $wpdb->query(
				$wpdb->prepare(
					"DELETE FROM {$wpdb->options} WHERE option_name LIKE %s AND CAST(option_value AS UNSIGNED) < %d ORDER BY option_name LIMIT 1000",
					$wpdb->esc_like( self::PREFIX ) . '%',
					time()
				)
			);
			if ( (int) $deleted < 1000 ) {
				return;
			}
		}
	}
}
