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
	 * Claims a name.
	 *
	 * @param string $name    What may happen once.
	 * @param int    $seconds How long the name stays claimed.
	 * @return bool Whether it was free.
	 */
	public static function claim( $name, $seconds ) {
		global $wpdb;
		self::forget_old();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Insert-if-absent; add_option() cannot tell who came first.
		return 1 === (int) $wpdb->query(
			$wpdb->prepare(
				"INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')",
				self::PREFIX . hash( 'sha256', $name ),
				(string) ( time() + $seconds )
			)
		);
	}

	/**
	 * Deletes what has expired. A few rows at a time, along the index of names.
	 */
	private static function forget_old() {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Rows that only this class knows.
		$wpdb->query(
			$wpdb->prepare(
				"DELETE FROM {$wpdb->options} WHERE option_name LIKE %s AND CAST(option_value AS UNSIGNED) < %d LIMIT 100",
				$wpdb->esc_like( self::PREFIX ) . '%',
				time()
			)
		);
	}
}
