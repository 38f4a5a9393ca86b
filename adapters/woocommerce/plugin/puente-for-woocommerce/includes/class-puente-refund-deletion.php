<?php
/**
 * Watches over the deletion of refunds.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * A row of a refund is deleted by the button in the order, by the REST API, by a command or by
 * another plugin: each time Puente has to take the refund back first. An order that is deleted with
 * all its refunds takes none back.
 */
class Puente_Refund_Deletion {

	// With it, Puente says itself that no money goes back by the row that it has deleted.
	const CHECKED = 'puente_checked';
	const SHOWN   = 'puente_not_deleted_';
	const ROUTE   = '#^/wc/v\d+/orders/\d+/refunds/(\d+)$#D';

	/**
	 * Rows that may go, by their id.
	 *
	 * @var bool[]
	 */
	private static $may_go = array();

	/**
	 * Why rows had to stay, by their id.
	 *
	 * @var string[]
	 */
	private static $refused = array();

	/**
	 * Orders that are being deleted as a whole, by their id.
	 *
	 * @var bool[]
	 */
	private static $orders = array();

	/**
	 * Listens to every way.
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
	 * Before WooCommerce deletes a row.
	 *
	 * @param mixed           $check What others say; `null` lets it go.
	 * @param WC_Order_Refund $row   The row.
	 * @return mixed
	 */
	public static function before_row( $check, $row ) {
		if ( null !== $check || self::may_go( $row ) ) {
			return $check;
		}
		if ( doing_action( 'wp_ajax_woocommerce_delete_refund' ) ) {
			// Nothing may be told of a deletion that there was not.
			wp_die( esc_html( self::$refused[ $row->get_id() ] ) );
		}
		return false;
	}

	/**
	 * Before WordPress deletes a post, which is a row where the shop keeps its orders in posts.
	 *
	 * @param mixed   $check What others say; `null` lets it go.
	 * @param WP_Post $post  The post.
	 * @return mixed
	 */
	public static function before_post( $check, $post ) {
		$row = null === $check && 'shop_order_refund' === $post->post_type ? wc_get_order( $post->ID ) : null;
		return $row instanceof WC_Order_Refund && ! self::may_go( $row ) ? false : $check;
	}

	/**
	 * An order goes as a whole.
	 *
	 * @param int $id The order, or any post.
	 */
	public static function let_order_go( $id ) {
		self::$orders[ $id ] = true;
	}

	/**
	 * Whether a row may go. Puente is asked once for each try.
	 *
	 * @param WC_Order_Refund $row The row.
	 * @return bool
	 */
	private static function may_go( $row ) {
		$id    = $row->get_id();
		$order = wc_get_order( $row->get_parent_id() );
		if ( isset( self::$may_go[ $id ] ) || isset( self::$orders[ $row->get_parent_id() ] ) || ! $order instanceof WC_Order ) {
			return true;
		}
		$is_made = Puente_Refund_Asked::is_made( $row );
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
	 * Before a call of the REST API.
	 *
	 * @param mixed           $response What others answer.
	 * @param array           $handler  The handler.
	 * @param WP_REST_Request $request  The call.
	 * @return mixed
	 */
	public static function before_call( $response, $handler, $request ) {
		$id = self::row_of_call( $request );
		if ( $id > 0 && 'true' === $request->get_param( self::CHECKED ) ) {
			self::$may_go[ $id ] = true;
		}
		return $response;
	}

	/**
	 * After a call of the REST API: says why, where WooCommerce only says that it cannot be done.
	 *
	 * @param mixed           $response The answer.
	 * @param array           $handler  The handler.
	 * @param WP_REST_Request $request  The call.
	 * @return mixed
	 */
	public static function after_call( $response, $handler, $request ) {
		$id = self::row_of_call( $request );
		return is_wp_error( $response ) && isset( self::$refused[ $id ] )
			? new WP_Error( 'puente_refund_not_deleted', self::$refused[ $id ], array( 'status' => 409 ) )
			: $response;
	}

	/**
	 * The row that a call deletes.
	 *
	 * @param WP_REST_Request $request The call.
	 * @return int 0 when it is another call.
	 */
	private static function row_of_call( $request ) {
		return 'DELETE' === $request->get_method() && preg_match( self::ROUTE, $request->get_route(), $found ) ? (int) $found[1] : 0;
	}

	/**
	 * Says at the row why it is still there: WooCommerce shows the order anew, and says nothing itself.
	 *
	 * @param WC_Order_Refund $row The row.
	 */
	public static function show( $row ) {
		$why = get_transient( self::SHOWN . $row->get_id() );
		if ( is_string( $why ) ) {
			printf( '<p class="puente-not-deleted" role="alert" style="color:#b32d2e">%s</p>', esc_html( $why ) );
		}
	}
}
