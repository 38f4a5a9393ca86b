<?php
/**
 * Alerts at Puente.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Lists alerts in the settings. The notice above the orders uses a cached count and never waits
 * for Puente.
 */
class Puente_Alerts {

	const MOST        = 20;
	const KNOWN       = 'puente_known_problems';
	const PERIOD      = 10 * MINUTE_IN_SECONDS;
	const ASK         = 'puente_ask_for_problems';
	const BEFORE      = 'puente_before';
	const ORDER_LISTS = array( 'woocommerce_page_wc-orders', 'edit-shop_order' );

	/**
	 * Hooks into the admin pages and the scheduler.
	 */
	public static function listen() {
		add_action( 'admin_notices', array( __CLASS__, 'show_notice' ) );
		add_action( 'admin_init', array( __CLASS__, 'plan' ) );
		add_action( self::ASK, array( __CLASS__, 'read' ) );
	}

	/**
	 * Schedules an hourly poll.
	 */
	public static function plan() {
		if ( Puente_Pairings::current() && ! wp_next_scheduled( self::ASK ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', self::ASK );
		}
	}

	/**
	 * Unschedules the poll.
	 */
	public static function stop_asking() {
		wp_clear_scheduled_hook( self::ASK );
		wp_clear_scheduled_hook( self::ASK, array( '' ) );
	}

	/**
	 * Clears the cached count; another store has other alerts.
	 */
	public static function forget() {
		delete_option( self::KNOWN );
	}

	/**
	 * Reads open alerts, newest first.
	 *
	 * @param string $before Cursor: last `next`, or empty.
	 * @return array|null `problems`: strings `id`, `what`, `why`, `todo`, `order_id` and `details`. `next`:
	 *                    cursor, or empty. `null` without a response.
	 */
	public static function read( $before = '' ) {
		$client = Puente_Client::current();
		$path   = '/v1/alerts?limit=' . self::MOST . ( '' === $before ? '' : '&cursor=' . rawurlencode( $before ) );
		$answer = $client ? $client->call( 'GET', $path, null, array( 'timeoutSeconds' => 8 ) ) : null;
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
	 * Validates an alert id.
	 *
	 * @param string $given Input.
	 * @return string Empty if invalid.
	 */
	private static function read_id( $given ) {
		return preg_match( '/^prb_\d{1,18}$/D', $given ) ? $given : '';
	}

	/**
	 * Parses the displayed fields of an alert.
	 *
	 * @param array $given From Puente.
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
	 * Closes an alert.
	 *
	 * @param string $id Id.
	 * @return bool Whether closed.
	 */
	public static function close( $id ) {
		$client = Puente_Client::current();
		if ( ! $client || '' === self::read_id( $id ) ) {
			return false;
		}
		$answer = $client->call( 'POST', '/v1/alerts/' . $id . '/close', null, array( 'timeoutSeconds' => 15 ) );
		return $answer->is_fine() || ( $answer->is_refusal() && 404 === $answer->status );
	}

	/**
	 * Returns the cached count, which a silent Puente does not lower; schedules a poll if stale.
	 */
	public static function known() {
		$known = get_option( self::KNOWN );
		$known = is_array( $known ) ? $known : array(
			'count' => 0,
			'at'    => 0,
		);
		if ( $known['at'] < time() - self::PERIOD ) {
			// WordPress accepts the same event once in ten minutes.
			wp_schedule_single_event( time(), self::ASK, array( '' ) );
		}
		return (int) $known['count'];
	}

	/**
	 * Prints the notice above the list of orders.
	 */
	public static function show_notice() {
		$screen = get_current_screen();
		if ( ! $screen || ! in_array( $screen->id, self::ORDER_LISTS, true ) || ! current_user_can( 'manage_woocommerce' ) ) {
			return;
		}
		if ( Puente_Pairings::current() && self::known() > 0 ) {
			printf(
				'<div class="notice notice-warning"><p><strong>Puente:</strong> %1$s <a href="%2$s">%3$s</a></p></div>',
				esc_html__( 'Payments need your attention.', 'puente-for-woocommerce' ),
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
	 *
	 * @param bool $asks Whether to ask Puente; `false` if it has just not answered.
	 */
	public static function show( $asks = true ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Read-only: selects the page of the list.
		$before = isset( $_GET[ self::BEFORE ] ) && is_string( $_GET[ self::BEFORE ] ) ? self::read_id( sanitize_key( $_GET[ self::BEFORE ] ) ) : '';
		$page   = $asks ? self::read( $before ) : null;
		echo '<h4>' . esc_html__( 'Needs attention', 'puente-for-woocommerce' ) . '</h4>';
		if ( null === $page ) {
			/* translators: %d: a number */
			echo '<p>' . esc_html( sprintf( __( 'Puente is not responding, so the list is not available. Alerts at its last response: %d.', 'puente-for-woocommerce' ), self::known() ) ) . '</p>';
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
			self::show_link( add_query_arg( self::BEFORE, $page['next'], Puente_Settings_Page::url() ), __( 'Show older', 'puente-for-woocommerce' ) );
		}
		echo '</p>';
	}

	/**
	 * Prints a page link.
	 *
	 * @param string $url   Page.
	 * @param string $label Text.
	 */
	private static function show_link( $url, $label ) {
		printf( '<a href="%1$s">%2$s</a> ', esc_url( $url ), esc_html( $label ) );
	}

	/**
	 * Prints an alert.
	 *
	 * @param array $problem Alert.
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
			'<button type="submit" class="button" form="puente-close_problem" name="puente_problem" value="%1$s" aria-label="%3$s">%2$s</button></li>',
			esc_attr( $problem['id'] ),
			esc_html__( 'Close alert', 'puente-for-woocommerce' ),
			/* translators: %s: what happened */
			esc_attr( sprintf( __( 'Close alert: %s', 'puente-for-woocommerce' ), $problem['what'] ) )
		);
	}
}
