<?php
/**
 * What Puente knows about an order.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * For the order screen: one call of at most three seconds, which never asks the gateway. Without an
 * answer the screen shows what the order itself knows.
 */
class Puente_Order_View {

	const FOUND   = 'found';
	const UNKNOWN = 'unknown';
	const AWAY    = 'away';
	const SECONDS = 3;

	/**
	 * One of the constants.
	 *
	 * @var string
	 */
	public $state = self::AWAY;

	/**
	 * The order as Puente shows it; empty unless found.
	 *
	 * @var array
	 */
	private $found = array();

	/**
	 * Reads an order.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function of( WC_Order $order ) {
		$view   = new self();
		$client = Puente_Client::current();
		if ( ! $client ) {
			return $view;
		}
		$answer = $client->call(
			'GET',
			'/v1/woocommerce/orders/' . $order->get_id() . '?fingerprint=' . self::fingerprint( $order ),
			null,
			array(
				'timeoutSeconds' => self::SECONDS,
				'expects'        => array( 'store_id' ),
			)
		);
		// An older Puente has no such route and no `found`.
		if ( ! $answer->is_fine() || $answer->text( 'store_id' ) !== $client->store_id() || ! array_key_exists( 'found', $answer->body ) ) {
			return $view;
		}
		$view->found = is_array( $answer->body['found'] ) ? $answer->body['found'] : array();
		$view->state = $view->found ? self::FOUND : self::UNKNOWN;
		return $view;
	}

	/**
	 * Returns the fingerprint with which Puente recognizes an order of a reused id.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function fingerprint( WC_Order $order ) {
		return hash( 'sha256', (string) $order->get_order_key() );
	}

	/**
	 * Returns a text at a path.
	 *
	 * @param string ...$way Names.
	 * @return string Empty if missing.
	 */
	public function text( ...$way ) {
		$found = $this->at( $way );
		return is_string( $found ) || is_int( $found ) ? sanitize_text_field( (string) $found ) : '';
	}

	/**
	 * Returns whether a flag at a path is set.
	 *
	 * @param string ...$way Names.
	 */
	public function is( ...$way ) {
		return true === $this->at( $way );
	}

	/**
	 * Returns the rows of a list, each as texts by name.
	 *
	 * @param string $name List.
	 * @return array[]
	 */
	public function rows( $name ) {
		$rows = $this->at( array( $name ) );
		return array_map(
			static function ( $row ) {
				return array_map(
					static function ( $value ) {
						return is_bool( $value ) ? $value : sanitize_text_field( (string) $value );
					},
					array_filter( $row, 'is_scalar' )
				);
			},
			array_values( array_filter( is_array( $rows ) ? $rows : array(), 'is_array' ) )
		);
	}

	/**
	 * Returns the address of the gateway's portal.
	 *
	 * @return string Empty unless it is a web address.
	 */
	public function portal() {
		$url = $this->text( 'gateway_portal_url' );
		return preg_match( '#^https?://[^\s"\'<>\\\\]+$#iD', $url ) ? $url : '';
	}

	/**
	 * Returns a charge besides the one that pays the order.
	 *
	 * @param string $payment_id Payment.
	 * @return array|null `null` if there is none of this id.
	 */
	public function duplicate( $payment_id ) {
		foreach ( $this->rows( 'duplicates' ) as $row ) {
			if ( isset( $row['payment_id'], $row['amount'], $row['currency'] ) && '' !== $payment_id && $row['payment_id'] === $payment_id ) {
				return $row;
			}
		}
		return null;
	}

	/**
	 * Returns a value at a path.
	 *
	 * @param string[] $way Names.
	 */
	private function at( array $way ) {
		$found = $this->found;
		foreach ( $way as $name ) {
			$found = is_array( $found ) && isset( $found[ $name ] ) ? $found[ $name ] : null;
		}
		return $found;
	}
}
