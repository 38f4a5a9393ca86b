<?php
/**
 * Tools.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Buttons under WooCommerce → Status → Tools, which checks rights and nonce. Each is safe to
 * repeat.
 */
class Puente_Tools {

	/**
	 * Hooks into WooCommerce's tools.
	 */
	public static function listen() {
		add_filter( 'woocommerce_debug_tools', array( __CLASS__, 'add' ) );
	}

	/**
	 * Adds the tools.
	 *
	 * @param array $tools WooCommerce's tools.
	 * @return array
	 */
	public static function add( $tools ) {
		return $tools + array(
			'puente_test'    => array(
				'name'     => __( 'Puente: test the connection', 'puente-for-woocommerce' ),
				'button'   => __( 'Test', 'puente-for-woocommerce' ),
				'desc'     => __( 'Tests this site, Puente and the gateway, and repairs the order webhooks.', 'puente-for-woocommerce' ),
				'callback' => array( __CLASS__, 'test' ),
			),
			'puente_sync'    => array(
				'name'     => __( 'Puente: check unpaid orders', 'puente-for-woocommerce' ),
				'button'   => __( 'Ask the gateway', 'puente-for-woocommerce' ),
				/* translators: %d: a number of days */
				'desc'     => sprintf( __( 'Asks the gateway whether the unpaid card orders of the last %d days were paid, and completes those that were.', 'puente-for-woocommerce' ), Puente_Resync::DAYS ),
				'callback' => array( __CLASS__, 'sync' ),
			),
			'puente_refunds' => array(
				'name'     => __( 'Puente: resume refunds and deleted cards', 'puente-for-woocommerce' ),
				'button'   => __( 'Resume', 'puente-for-woocommerce' ),
				'desc'     => __( 'Asks again for the outcome of refunds that Puente has not answered, and deletes at the gateway the cards that customers deleted here. Refunds nothing twice.', 'puente-for-woocommerce' ),
				'callback' => array( __CLASS__, 'resume' ),
			),
		);
	}

	/**
	 * Tests the connection.
	 *
	 * @return string Outcome for the page.
	 */
	public static function test() {
		if ( Puente_Health::CONNECTED !== Puente_Health::connection() ) {
			return self::not_connected();
		}
		Puente_Facts::refresh();
		$faults = Puente_Health::faults();
		return $faults ? implode( ' ', wp_list_pluck( $faults, 'words' ) ) : __( 'Everything works.', 'puente-for-woocommerce' );
	}

	/**
	 * Asks for unpaid orders.
	 *
	 * @return string Outcome for the page.
	 */
	public static function sync() {
		if ( Puente_Health::CONNECTED !== Puente_Health::connection() ) {
			return self::not_connected();
		}
		$asked = Puente_Resync::run();
		$words = Puente_Resync::words( $asked );
		if ( ! array_sum( $asked['counts'] ) ) {
			return __( 'No card orders are unpaid.', 'puente-for-woocommerce' );
		}
		if ( ! Puente_Resync::was_answered( $asked['counts'] ) ) {
			return __( 'Puente is not responding. Nothing was changed. Try again later.', 'puente-for-woocommerce' );
		}
		return $asked['left'] ? $words . ' ' . __( 'A scheduled task continues with them.', 'puente-for-woocommerce' ) : $words;
	}

	/**
	 * Resumes refunds without an answer, and the queue of deleted cards.
	 *
	 * @return string Outcome for the page.
	 */
	public static function resume() {
		if ( Puente_Health::CONNECTED !== Puente_Health::connection() ) {
			return self::not_connected();
		}
		Puente_Refund_Task::take_up();
		Puente_Card_Revocation::carry_out_soon();
		/* translators: 1: a number, 2: a number */
		return sprintf( __( 'Scheduled within minutes. Refunds without an answer: %1$d. Cards to delete: %2$d.', 'puente-for-woocommerce' ), count( Puente_Refund_Task::unanswered() ), count( Puente_Cards_To_Revoke::here() ) );
	}

	/**
	 * Says why nothing was done.
	 */
	private static function not_connected() {
		return Puente_Pairings::is_elsewhere() ? Puente_Moved_Site::words() : __( 'This site is not connected to Puente. Nothing was done.', 'puente-for-woocommerce' );
	}
}
