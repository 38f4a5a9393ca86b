<?php
/**
 * Runs what is due once, as a crontab does: WP-Cron's events, then the queue of Action Scheduler,
 * which holds the deliveries of webhooks. Takes the folder of WordPress.
 */

$_SERVER['HTTP_HOST']      = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI']    = '/wp-cron.php';
define( 'DOING_CRON', true );
require $argv[1] . '/wp-load.php';

foreach ( wp_get_ready_cron_jobs() as $due_at => $hooks ) {
	foreach ( $hooks as $hook => $events ) {
		foreach ( $events as $event ) {
			if ( $event['schedule'] ) {
				wp_reschedule_event( $due_at, $event['schedule'], $hook, $event['args'] );
			}
			wp_unschedule_event( $due_at, $hook, $event['args'] );
			// Runs below, once, without Action Scheduler's own lock between requests.
			if ( 'action_scheduler_run_queue' !== $hook ) {
				do_action_ref_array( $hook, $event['args'] );
			}
		}
	}
}
if ( class_exists( 'ActionScheduler_QueueRunner' ) ) {
	ActionScheduler_QueueRunner::instance()->run( 'Test shop' );
}
