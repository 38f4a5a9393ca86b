<?php
/**
 * Scheduled work.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads how the plugin's tasks in Action Scheduler and WP-Cron stand.
 */
class Puente_Queue {

	// A healthy site starts a task within minutes, and each cron event within the hour.
	const LATE_TASK = 15 * MINUTE_IN_SECONDS;
	const LATE_CRON = HOUR_IN_SECONDS;

	/**
	 * Counts the plugin's tasks.
	 *
	 * @return int[] `waiting`, `late` and `failed`.
	 */
	public static function tasks() {
		$late = array(
			'date'         => as_get_datetime_object( time() - self::LATE_TASK ),
			'date_compare' => '<=',
		);
		return array(
			'waiting' => self::count( ActionScheduler_Store::STATUS_PENDING ),
			'late'    => self::count( ActionScheduler_Store::STATUS_PENDING, $late ),
			'failed'  => self::count( ActionScheduler_Store::STATUS_FAILED ),
		);
	}

	/**
	 * Counts tasks of a status.
	 *
	 * @param string $status Action Scheduler's status.
	 * @param array  $query  Further conditions.
	 */
	private static function count( $status, array $query = array() ) {
		$query += array(
			'group'  => Puente_Refund_Task::GROUP,
			'status' => $status,
		);
		return (int) ActionScheduler::store()->query_actions( $query, 'count' );
	}

	/**
	 * Returns the ids in an argument of a hook's pending and running tasks.
	 *
	 * @param string $hook  Hook.
	 * @param int    $place Position of the argument.
	 * @return int[]
	 */
	public static function planned( $hook, $place = 0 ) {
		$actions = as_get_scheduled_actions(
			array(
				'hook'     => $hook,
				'group'    => Puente_Refund_Task::GROUP,
				'status'   => array( ActionScheduler_Store::STATUS_PENDING, ActionScheduler_Store::STATUS_RUNNING ),
				'per_page' => -1,
			)
		);
		return array_map(
			static function ( $action ) use ( $place ) {
				$arguments = array_values( $action->get_args() );
				return isset( $arguments[ $place ] ) ? (int) $arguments[ $place ] : 0;
			},
			array_values( $actions )
		);
	}

	/**
	 * Returns how late the plugin's cron events are.
	 *
	 * @return int|null Seconds, 0 if on time; `null` without an event.
	 */
	public static function cron_delay() {
		$next = array_filter( array( wp_next_scheduled( Puente_Facts::DAILY ), wp_next_scheduled( Puente_Alerts::ASK ) ) );
		return $next ? max( 0, time() - min( $next ) ) : null;
	}

	/**
	 * Returns whether WordPress starts no cron runs itself.
	 */
	public static function is_cron_off() {
		return defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON;
	}
}
