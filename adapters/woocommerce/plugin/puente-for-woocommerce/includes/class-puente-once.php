<?php
/**
 * Things that may happen once.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Claims a name for a while. The unique index of the options table decides, so that of two claims at
 * the same moment one wins; the cache of options is not asked.
 */
class Puente_Once {

	const PREFIX = '_puente_once_';

	/**
	 * Listens to the calendar.
	 */
	public static function listen() {
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'forget_old' ) );
	}

	/**
	 * Claims a name.
	 *
	 * @param string $name    What may happen once.
	 * @param int    $seconds How long the name stays claimed.
	 * @return bool|null Whether it was free; `null` when the database could not say.
	 */
	public static function claim( $name, $seconds ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Insert-if-absent; add_option() cannot tell who came first.
		$inserted = $wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')",
				self::PREFIX . hash( 'sha256', $name ),
				(string) ( time() + $seconds )
			)
		);
		return false === $inserted ? null : 1 === (int) $inserted;
	}

	/**
	 * Deletes what has expired, once a day: a deletion beside each claim would get in its way. A
	 * thousand rows at a time, in the order of the index, and not without an end.
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
