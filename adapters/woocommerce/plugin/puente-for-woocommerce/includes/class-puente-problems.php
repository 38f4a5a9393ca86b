<?php
/**
 * What at Puente needs a person.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The list of problems: page by page in the settings, and a line above the list of orders, because that
 * is where a shop's people look each day. That page never waits for Puente: it shows what was last known.
 */
class Puente_Problems {

	const MOST        = 20;
	const KNOWN       = 'puente_known_problems';
	const PERIOD      = 10 * MINUTE_IN_SECONDS;
	const ASK         = 'puente_ask_for_problems';
	const BEFORE      = 'puente_before';
	const ORDER_LISTS = array( 'woocommerce_page_wc-orders', 'edit-shop_order' );

	/**
	 * Listens to the pages of the admin area, and to the calendar.
	 */
	public static function listen() {
		add_action( 'admin_notices', array( __CLASS__, 'show_notice' ) );
		add_action( 'admin_init', array( __CLASS__, 'plan' ) );
		add_action( self::ASK, array( __CLASS__, 'read' ) );
	}

	/**
	 * Has Puente asked each hour.
	 */
	public static function plan() {
		if ( Puente_Pairings::current() && ! wp_next_scheduled( self::ASK ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', self::ASK );
		}
	}

	/**
	 * Takes it off the calendar.
	 */
	public static function stop_asking() {
		wp_clear_scheduled_hook( self::ASK );
		wp_clear_scheduled_hook( self::ASK, array( '' ) );
	}

	/**
	 * Forgets what is known: another store has other problems.
	 */
	public static function forget() {
		delete_option( self::KNOWN );
	}

	/**
	 * Asks Puente for the open problems, the newest first.
	 *
	 * @param string $before What the page before named as its `next`; empty for the newest.
	 * @return array|null `problems`: each with `id`, `what`, `why`, `todo`, `order_id` and `details`, all
	 *                    texts. `next`: leads to the older ones; empty when there are none. `null` when
	 *                    Puente did not say.
	 */
	public static function read( $before = '' ) {
		$client = Puente_Client::current();
		$path   = '/v1/alerts?limit=' . self::MOST . ( '' === $before ? '' : '&cursor=' . rawurlencode( $before ) );
		$answer = $client ? $client->call( 'GET', $path, null, array( 'timeouts' => array( 8 ) ) ) : null;
		if ( ! $answer || ! $answer->is_fine() || ! isset( $answer->body['data'] ) || ! is_array( $answer->body['data'] ) ) {
			return null;
		}
		$problems = array_map( array( __CLASS__, 'read_one' ), array_values( array_filter( $answer->body['data'], 'is_array' ) ) );
		if ( '' === $before ) {
			$known = array(
				'count' => count( $problems ),
				'at'    => time(),
			);
			update_option( self::KNOWN, $known, false );
		}
		return array(
			'problems' => $problems,
			'next'     => self::read_id( $answer->text( 'next_cursor' ) ),
		);
	}

	/**
	 * Reads the id of a problem.
	 *
	 * @param string $given What was sent or posted.
	 * @return string Empty when it is none.
	 */
	private static function read_id( $given ) {
		return preg_match( '/^prb_\d{1,18}$/D', $given ) ? $given : '';
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
		if ( ! $client || '' === self::read_id( $id ) ) {
			return false;
		}
		$answer = $client->call( 'POST', '/v1/alerts/' . $id . '/close', null, array( 'timeouts' => array( 15 ) ) );
		return $answer->is_fine() || ( $answer->is_refusal() && 404 === $answer->status );
	}

	/**
	 * How many there were when Puente last said it. A Puente that is silent does not make them fewer; it
	 * is asked anew behind this page, if that is a while ago.
	 *
	 * @return int
	 */
	public static function known() {
		$known = get_option( self::KNOWN );
		$known = is_array( $known ) ? $known : array(
			'count' => 0,
			'at'    => 0,
		);
		if ( $known['at'] < time() - self::PERIOD ) {
			// WordPress takes the same event once in ten minutes.
			wp_schedule_single_event( time(), self::ASK, array( '' ) );
		}
		return (int) $known['count'];
	}

	/**
	 * Prints a line above the list of orders.
	 */
	public static function show_notice() {
		$screen = get_current_screen();
		if ( ! $screen || ! in_array( $screen->id, self::ORDER_LISTS, true ) || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		if ( Puente_Pairings::current() && self::known() > 0 ) {
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
	 * Prints a page of the list.
	 */
	public static function show() {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only looked at.
		$before = isset( $_GET[ self::BEFORE ] ) && is_string( $_GET[ self::BEFORE ] ) ? self::read_id( sanitize_key( $_GET[ self::BEFORE ] ) ) : '';
		$page   = self::read( $before );
		echo '<h4>' . esc_html__( 'What needs a person', 'puente-for-woocommerce' ) . '</h4>';
		if ( null === $page ) {
			/* translators: %d: a number */
			echo '<p>' . esc_html( sprintf( __( 'Puente does not answer, so the list cannot be shown now. When it last answered, there were: %d.', 'puente-for-woocommerce' ), self::known() ) ) . '</p>';
			return;
		}
		if ( ! $page['problems'] ) {
			echo '<p>' . esc_html__( 'Nothing.', 'puente-for-woocommerce' ) . '</p>';
		}
		echo '<ul class="puente-problems">';
		foreach ( $page['problems'] as $problem ) {
			self::show_one( $problem );
		}
		echo '</ul><p>';
		if ( '' !== $before ) {
			self::show_link( Puente_Settings_Page::url(), __( 'The newest', 'puente-for-woocommerce' ) );
		}
		if ( '' !== $page['next'] ) {
			self::show_link( add_query_arg( self::BEFORE, $page['next'], Puente_Settings_Page::url() ), __( 'There are more: older ones', 'puente-for-woocommerce' ) );
		}
		echo '</p>';
	}

	/**
	 * Prints a way to another page of the list.
	 *
	 * @param string $url   The page.
	 * @param string $label What it is called.
	 */
	private static function show_link( $url, $label ) {
		printf( '<a href="%1$s">%2$s</a> ', esc_url( $url ), esc_html( $label ) );
	}

	/**
	 * Prints a problem.
	 *
	 * @param array $problem The problem.
	 */
	private static function show_one( array $problem ) {
		$order = ctype_digit( $problem['order_id'] ) ? wc_get_order( $problem['order_id'] ) : false;
		printf( '<li><strong>%s</strong>', esc_html( $problem['what'] ) );
		/* translators: %s: the number of an order */
		$name = esc_html( sprintf( __( 'Order %s', 'puente-for-woocommerce' ), $order instanceof WC_Order ? $order->get_order_number() : $problem['order_id'] ) );
		if ( $order instanceof WC_Order ) {
			printf( ' <a href="%1$s">%2$s</a>', esc_url( $order->get_edit_order_url() ), $name ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
		} elseif ( '' !== $problem['order_id'] ) {
			echo ' ' . $name; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped above.
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
