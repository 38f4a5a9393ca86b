<?php
/**
 * What at Puente needs a person.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The list of problems: whole on the settings page, and a line above the list of orders, because that
 * is where a shop's people look each day.
 */
class Puente_Problems {

	const MOST        = 20;
	const COUNT       = 'puente_problem_count';
	const PERIOD      = 10 * MINUTE_IN_SECONDS;
	const ORDER_LISTS = array( 'woocommerce_page_wc-orders', 'edit-shop_order' );

	/**
	 * Listens to the pages of the admin area.
	 */
	public static function listen() {
		add_action( 'admin_notices', array( __CLASS__, 'show_notice' ) );
	}

	/**
	 * Asks Puente for the open problems, the newest first.
	 *
	 * @return array[]|null Each with `id`, `what`, `why`, `todo`, `order_id` and `details`, all texts.
	 *                      `null` when Puente did not say.
	 */
	public static function read() {
		$client = Puente_Client::current();
		$answer = $client ? $client->call( 'GET', '/v1/problems?limit=' . self::MOST, null, array( 'timeouts' => array( 8 ) ) ) : null;
		if ( ! $answer || ! $answer->is_fine() || ! isset( $answer->body['data'] ) || ! is_array( $answer->body['data'] ) ) {
			return null;
		}
		return array_map( array( __CLASS__, 'read_one' ), array_filter( $answer->body['data'], 'is_array' ) );
	}

	/**
	 * Takes of a problem what is shown.
	 *
	 * @param array $given As Puente sends it.
	 * @return array
	 */
	private static function read_one( array $given ) {
		$problem = array();
		foreach ( array( 'id', 'what', 'why', 'todo', 'order_id' ) as $name ) {
			$problem[ $name ] = isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? sanitize_text_field( $given[ $name ] ) : '';
		}
		$details            = isset( $given['details'] ) && is_array( $given['details'] ) ? $given['details'] : array();
		$problem['details'] = $details ? sanitize_text_field( wp_json_encode( $details, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) ) : '';
		return $problem;
	}

	/**
	 * Takes a problem off the list.
	 *
	 * @param string $id Its id.
	 * @return bool Whether it is off now.
	 */
	public static function close( $id ) {
		$client = Puente_Client::current();
		if ( ! $client || ! preg_match( '/^prb_\d{1,18}$/D', $id ) ) {
			return false;
		}
		$answer = $client->call( 'POST', '/v1/problems/' . $id . '/close', null, array( 'timeouts' => array( 15 ) ) );
		return $answer->is_fine() || ( $answer->is_refusal() && 404 === $answer->status );
	}

	/**
	 * How many there are, asked now and then only: pages of orders do not wait for Puente each time.
	 *
	 * @return int
	 */
	private static function count() {
		$kept = get_transient( self::COUNT );
		if ( false !== $kept ) {
			return (int) $kept;
		}
		$problems = self::read();
		return self::keep_count( null === $problems ? 0 : count( $problems ) );
	}

	/**
	 * Keeps their number.
	 *
	 * @param int $count The number.
	 * @return int The same.
	 */
	private static function keep_count( $count ) {
		set_transient( self::COUNT, $count, self::PERIOD );
		return $count;
	}

	/**
	 * Prints a line above the list of orders.
	 */
	public static function show_notice() {
		$screen = get_current_screen();
		if ( ! $screen || ! in_array( $screen->id, self::ORDER_LISTS, true ) || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		if ( Puente_Pairings::current() && self::count() > 0 ) {
			printf(
				'<div class="notice notice-warning"><p><strong>Puente:</strong> %1$s <a href="%2$s">%3$s</a></p></div>',
				esc_html__( 'Something about payments needs a person.', 'puente-for-woocommerce' ),
				esc_url( Puente_Settings_Page::url() ),
				esc_html__( 'See what to do', 'puente-for-woocommerce' )
			);
		}
		foreach ( Puente_Cards_To_Revoke::words() as $words ) {
			printf( '<div class="notice notice-warning"><p><strong>Puente:</strong> %s</p></div>', esc_html( $words ) );
		}
	}

	/**
	 * Prints the list. Without an answer nothing is said of it: the table above says why.
	 */
	public static function show() {
		$problems = self::read();
		if ( null === $problems ) {
			return;
		}
		self::keep_count( count( $problems ) );
		echo '<h4>' . esc_html__( 'What needs a person', 'puente-for-woocommerce' ) . '</h4>';
		if ( ! $problems ) {
			echo '<p>' . esc_html__( 'Nothing.', 'puente-for-woocommerce' ) . '</p>';
			return;
		}
		echo '<ul class="puente-problems">';
		foreach ( $problems as $problem ) {
			self::show_one( $problem );
		}
		echo '</ul>';
	}

	/**
	 * Prints a problem.
	 *
	 * @param array $problem The problem.
	 */
	private static function show_one( array $problem ) {
		$order = ctype_digit( $problem['order_id'] ) ? wc_get_order( $problem['order_id'] ) : false;
		printf( '<li><strong>%s</strong>', esc_html( $problem['what'] ) );
		if ( $order instanceof WC_Order ) {
			/* translators: %s: the number of an order */
			printf( ' <a href="%s">%s</a>', esc_url( $order->get_edit_order_url() ), esc_html( sprintf( __( 'Order %s', 'puente-for-woocommerce' ), $order->get_order_number() ) ) );
		}
		printf( '<p>%1$s</p><p>%2$s</p>', esc_html( $problem['why'] ), esc_html( $problem['todo'] ) );
		if ( '' !== $problem['details'] ) {
			printf( '<details><summary>%1$s</summary><code>%2$s</code></details>', esc_html__( 'Details', 'puente-for-woocommerce' ), esc_html( $problem['details'] ) );
		}
		printf(
			'<button type="submit" class="button" form="puente-close_problem" name="puente_problem" value="%1$s">%2$s</button></li>',
			esc_attr( $problem['id'] ),
			esc_html__( 'Done: take it off the list', 'puente-for-woocommerce' )
		);
	}
}
