<?php
/**
 * REST routes.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Three signed routes for Puente; one for the waiting customer with the order key.
 */
class Puente_Rest_Routes {

	const SPACE = 'puente/v1';

	/**
	 * Registers the routes.
	 */
	public static function register() {
		self::signed( 'GET', '/connection', array( __CLASS__, 'connection' ), true );
		self::signed( 'POST', '/saved-cards', array( __CLASS__, 'keep_card' ) );
		self::signed( 'POST', '/saved-cards/revoked', array( __CLASS__, 'forget_card' ) );
		register_rest_route(
			self::SPACE,
			'/orders/(?P<id>\d{1,18})/state',
			array(
				'methods'             => 'GET',
				'callback'            => array( __CLASS__, 'state' ),
				// The callback checks the order key.
				'permission_callback' => '__return_true',
			)
		);
	}

	/**
	 * Registers a route. Its callback verifies the signature, because WordPress would rewrite a
	 * refusal's body.
	 *
	 * @param string   $method         Method.
	 * @param string   $path           Path.
	 * @param callable $handle         Callback of a valid request.
	 * @param bool     $during_pairing Whether a pending pairing may call.
	 */
	private static function signed( $method, $path, $handle, $during_pairing = false ) {
		register_rest_route(
			self::SPACE,
			$path,
			array(
				'methods'             => $method,
				'callback'            => static function ( WP_REST_Request $request ) use ( $handle, $during_pairing ) {
					$pairings = $during_pairing
						? array( Puente_Pairings::current(), self::nameless( Puente_Pairings::pending() ) )
						: array( Puente_Pairings::kept() );
					$refusal  = Puente_Incoming_Call::refusal( $request, array_filter( $pairings ) );
					if ( ! $refusal && ! $during_pairing && Puente_Pairings::is_elsewhere() ) {
						$refusal = self::refuse( 409, 'site_moved', 'This site is a copy of the connected one, or has moved.' );
					}
					$answer = $refusal ? $refusal : call_user_func( $handle, $request );
					$answer->header( 'Cache-Control', 'no-store' );
					return $answer;
				},
				'permission_callback' => '__return_true',
				'show_in_index'       => false,
			)
		);
	}

	/**
	 * Clears the store id, which is not final yet: the secret decides.
	 *
	 * @param Puente_Pairing|null $pending Pairing.
	 * @return Puente_Pairing|null
	 */
	private static function nameless( $pending ) {
		return $pending ? new Puente_Pairing( $pending->address, '', $pending->secret ) : null;
	}

	/**
	 * Describes this site.
	 *
	 * @param WP_REST_Request $request Request.
	 */
	public static function connection( WP_REST_Request $request ) {
		return new WP_REST_Response(
			array(
				'site_url'            => home_url(),
				'plugin_version'      => PUENTE_VERSION,
				'woocommerce_version' => WC()->version,
				'wordpress_version'   => get_bloginfo( 'version' ),
				'php_version'         => PHP_VERSION,
				'store_id'            => $request->get_header( 'puente-store' ),
				'currency'            => get_woocommerce_currency(),
				// For order notes; the page's locale would be a person's.
				'locale'              => 0 === strpos( get_locale(), 'es' ) ? 'es' : 'en',
			),
			200
		);
	}

	/**
	 * Saves a card.
	 *
	 * @param WP_REST_Request $request Request.
	 */
	public static function keep_card( WP_REST_Request $request ) {
		$body        = $request->get_json_params();
		$customer_id = isset( $body['customer_id'] ) && is_int( $body['customer_id'] ) ? $body['customer_id'] : 0;
		$card        = self::read_card( isset( $body['card'] ) ? $body['card'] : null );
		if ( ! $card ) {
			return self::refuse( 422, 'invalid_card', 'The card lacks a field, or a field is wrong.' );
		}
		if ( $customer_id <= 0 || ! get_userdata( $customer_id ) ) {
			return self::refuse( 404, 'no_such_customer', 'There is no such customer.' );
		}
		return new WP_REST_Response( Puente_Saved_Cards::keep( $customer_id, $card ), 200 );
	}

	/**
	 * Removes a revoked card.
	 *
	 * @param WP_REST_Request $request Request.
	 */
	public static function forget_card( WP_REST_Request $request ) {
		$body = $request->get_json_params();
		$id   = isset( $body['card_id'] ) ? $body['card_id'] : null;
		if ( ! is_string( $id ) || ! preg_match( Puente_Saved_Cards::CARD_ID, $id ) ) {
			return self::refuse( 422, 'invalid_card', 'The id of the card is wrong.' );
		}
		return new WP_REST_Response( array( 'removed' => Puente_Saved_Cards::remove( $id ) ), 200 );
	}

	/**
	 * Returns the payment state of an order.
	 *
	 * @param WP_REST_Request $request Request.
	 */
	public static function state( WP_REST_Request $request ) {
		$order    = wc_get_order( absint( $request['id'] ) );
		$key      = $request['key'];
		$is_owner = $order instanceof WC_Order && is_string( $key ) && '' !== $order->get_order_key() && hash_equals( $order->get_order_key(), $key );
		$answer   = $is_owner
			? new WP_REST_Response( array( 'state' => Puente_Order_State::ask( $order ) ), 200 )
			: self::refuse( 404, 'no_such_order', 'Order not found.' );
		$answer->header( 'Cache-Control', 'no-store' );
		return $answer;
	}

	/**
	 * Validates a card.
	 *
	 * @param mixed $card Input.
	 * @return array|null `null` if invalid.
	 */
	private static function read_card( $card ) {
		if ( ! is_array( $card ) ) {
			return null;
		}
		$card    += array_fill_keys( array( 'id', 'brand', 'last_four', 'exp_month', 'exp_year', 'is_default' ), null );
		$is_right = is_string( $card['id'] ) && preg_match( Puente_Saved_Cards::CARD_ID, $card['id'] )
			&& is_string( $card['brand'] ) && preg_match( '/^[A-Za-z0-9 _-]{1,40}$/D', $card['brand'] )
			&& is_string( $card['last_four'] ) && preg_match( '/^[0-9]{4}$/D', $card['last_four'] )
			&& is_int( $card['exp_month'] ) && $card['exp_month'] >= 1 && $card['exp_month'] <= 12
			&& is_int( $card['exp_year'] ) && $card['exp_year'] >= 2000 && $card['exp_year'] <= 9999;
		if ( ! $is_right ) {
			return null;
		}
		$card['is_default'] = true === $card['is_default'];
		return $card;
	}

	/**
	 * Creates a refusal.
	 *
	 * @param int    $status HTTP status.
	 * @param string $code   For programs.
	 * @param string $detail For humans.
	 */
	private static function refuse( $status, $code, $detail ) {
		return new WP_REST_Response(
			array(
				'code'   => $code,
				'detail' => $detail,
			),
			$status
		);
	}
}
