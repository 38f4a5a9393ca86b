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
	 * Claims a name. It is free when it was never claimed, or when the time of the last claim is over,
	 * whether that row was deleted or not.
	 *
	 * @param string $name    What may happen once.
	 * @param int    $seconds How long the name stays claimed.
	 * @return bool|null Whether it was free; `null` when the database could not say.
	 */
	public static function claim( $name, $seconds ) {
		global $wpdb;
		$row   = self::PREFIX . hash( 'sha256', $name );
		$now   = time();
		$until = (string) ( $now + $seconds );
		// phpcs:disable WordPress.DB.DirectDatabaseQuery -- Insert-if-absent; add_option() cannot tell who came first.
		$changed = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $row, $until ) );
		if ( 0 === $changed ) {
			// Of two that find the time over, the second one waits for the row, and then finds a new time in it.
			$changed = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND CAST(option_value AS UNSIGNED) < %d", $until, $row, $now ) );
		}
		// phpcs:enable
		return false === $changed ? null : 1 === (int) $changed;
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
