<?php
/**
 * Deletion of refund rows.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Cancels the refund before its row is deleted by a button, the REST API, a command or a plugin.
 * Deleting a whole order cancels nothing.
 */
class Puente_Refund_Deletion {

	// Puente's own deletion: the row moves no money.
	const CHECKED = 'puente_checked';
	const SHOWN   = 'puente_not_deleted_';
	const ROUTE   = '#^/wc/v\d+/orders/\d+/refunds/(\d+)$#D';

	/**
	 * Rows that may be deleted, by id.
	 *
	 * @var bool[]
	 */
	private static $may_go = array();

	/**
	 * Reasons to keep rows, by id.
	 *
	 * @var string[]
	 */
	private static $refused = array();

	/**
	 * Orders in deletion, by id.
	 *
	 * @var bool[]
	 */
	private static $orders = array();

	/**
	 * Hooks into every way of deletion.
	 */
	public static function listen() {
		add_filter( 'woocommerce_pre_delete_order_refund', array( __CLASS__, 'before_row' ), 10, 2 );
		add_filter( 'pre_delete_post', array( __CLASS__, 'before_post' ), 10, 2 );
		add_action( 'woocommerce_before_delete_order', array( __CLASS__, 'let_order_go' ) );
		add_action( 'before_delete_post', array( __CLASS__, 'let_order_go' ) );
		add_filter( 'rest_request_before_callbacks', array( __CLASS__, 'before_call' ), 10, 3 );
		add_filter( 'rest_request_after_callbacks', array( __CLASS__, 'after_call' ), 10, 3 );
		add_action( 'woocommerce_after_order_refund_item_name', array( __CLASS__, 'show' ) );
	}

	/**
	 * Vetoes a deletion by WooCommerce.
	 *
	 * @param mixed           $check Earlier result; `null` lets it go.
	 * @param WC_Order_Refund $row   Row.
	 */
	public static function before_row( $check, $row ) {
		if ( null !== $check || self::may_go( $row ) ) {
			return $check;
		}
		if ( doing_action( 'wp_ajax_woocommerce_delete_refund' ) ) {
			// End here: the handler would report a false deletion.
			wp_die( esc_html( self::$refused[ $row->get_id() ] ) );
		}
		return false;
	}

	/**
	 * Vetoes the deletion of a post: a row without HPOS.
	 *
	 * @param mixed   $check Earlier result; `null` lets it go.
	 * @param WP_Post $post  Post.
	 */
	public static function before_post( $check, $post ) {
		$row = null === $check && 'shop_order_refund' === $post->post_type ? wc_get_order( $post->ID ) : null;
		return $row instanceof WC_Order_Refund && ! self::may_go( $row ) ? false : $check;
	}

	/**
	 * Allows the deletion of an order with all its rows.
	 *
	 * @param int $id Order or any post.
	 */
	public static function let_order_go( $id ) {
		self::$orders[ $id ] = true;
	}

	/**
	 * Returns whether a row may be deleted, querying Puente once per attempt.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	private static function may_go( $row ) {
		$id    = $row->get_id();
		$order = wc_get_order( $row->get_parent_id() );
		if ( isset( self::$may_go[ $id ] ) || isset( self::$orders[ $row->get_parent_id() ] ) || ! $order instanceof WC_Order ) {
			return true;
		}
		$is_made = Puente_Refund_Request::is_made( $row );
		$why     = Puente_Refund_Cancellation::refusal( $order, $row );
		if ( null === $why ) {
			self::$may_go[ $id ] = true;
			if ( $is_made ) {
				Puente_Deleted_Refunds::plan( $order->get_id(), $id );
			}
			return true;
		}
		self::$refused[ $id ] = $why;
		set_transient( self::SHOWN . $id, $why, 10 * MINUTE_IN_SECONDS );
		return false;
	}

	/**
	 * Allows Puente's deletion of a row over the REST API.
	 *
	 * @param mixed           $response Earlier response.
	 * @param array           $handler  Handler.
	 * @param WP_REST_Request $request  Request.
	 */
	public static function before_call( $response, $handler, $request ) {
		$id = self::row_of_call( $request );
		if ( $id > 0 && 'true' === $request->get_param( self::CHECKED ) ) {
			self::$may_go[ $id ] = true;
		}
		return $response;
	}

	/**
	 * Adds the reason to a vetoed REST deletion, as WooCommerce gives none.
	 *
	 * @param mixed           $response Response.
	 * @param array           $handler  Handler.
	 * @param WP_REST_Request $request  Request.
	 */
	public static function after_call( $response, $handler, $request ) {
		$id = self::row_of_call( $request );
		return is_wp_error( $response ) && isset( self::$refused[ $id ] )
			? new WP_Error( 'puente_refund_not_deleted', self::$refused[ $id ], array( 'status' => 409 ) )
			: $response;
	}

	/**
	 * Returns the row that a request deletes.
	 *
	 * @param WP_REST_Request $request Request.
	 * @return int 0 for another request.
	 */
	private static function row_of_call( $request ) {
		return 'DELETE' === $request->get_method() && preg_match( self::ROUTE, $request->get_route(), $found ) ? (int) $found[1] : 0;
	}

	/**
	 * Prints the reason at the row, as WooCommerce gives none.
	 *
	 * @param WC_Order_Refund $row Row.
	 */
	public static function show( $row ) {
		$why = get_transient( self::SHOWN . $row->get_id() );
		if ( is_string( $why ) ) {
			printf( '<p class="puente-not-deleted" role="alert" style="color:#b32d2e">%s</p>', esc_html( $why ) );
		}
	}
}
