<?php
/**
 * Card brands.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Names and pictures of the brands that the shop shows. The gateway reports none, so the merchant
 * chooses; the choice needs no connection.
 */
class Puente_Card_Brands {

	const NAMES = array(
		'visa'       => 'Visa',
		'mastercard' => 'Mastercard',
		'amex'       => 'American Express',
	);

	/**
	 * Hooks into WooCommerce's names of cards, which lack the gateway's short ones.
	 */
	public static function listen() {
		add_filter( 'woocommerce_credit_card_type_labels', array( __CLASS__, 'add_names' ) );
	}

	/**
	 * Adds missing names.
	 *
	 * @param string[] $names By type.
	 */
	public static function add_names( $names ) {
		return is_array( $names ) ? $names + self::NAMES : $names;
	}

	/**
	 * Returns the brands to show.
	 *
	 * @return string[] Ids.
	 */
	public static function shown() {
		$settings = get_option( Puente_Settings::OPTION );
		$chosen   = is_array( $settings ) && array_key_exists( 'brands', $settings ) ? $settings['brands'] : array_keys( self::NAMES );
		return array_values( array_intersect( array_keys( self::NAMES ), is_array( $chosen ) ? $chosen : array() ) );
	}

	/**
	 * Returns the pictures to show.
	 *
	 * @return array[] `id`, `src` and `alt` of each.
	 */
	public static function icons() {
		return array_map(
			static function ( $id ) {
				return array(
					'id'  => $id,
					'src' => plugins_url( 'assets/brands/' . $id . '.svg', PUENTE_FILE ),
					'alt' => self::NAMES[ $id ],
				);
			},
			self::shown()
		);
	}

	/**
	 * Returns the pictures for the classic checkout.
	 *
	 * @return string HTML.
	 */
	public static function html() {
		$images = '';
		foreach ( self::icons() as $icon ) {
			$images .= sprintf( '<img src="%s" alt="%s" width="38" height="24" />', esc_url( $icon['src'] ), esc_attr( $icon['alt'] ) );
		}
		return '' === $images ? '' : '<span class="puente-brands">' . $images . '</span>';
	}

	/**
	 * Returns a brand's name.
	 *
	 * @param string $brand As the gateway names it.
	 */
	public static function name( $brand ) {
		$key = strtolower( trim( $brand ) );
		return isset( self::NAMES[ $key ] ) ? self::NAMES[ $key ] : ucwords( str_replace( array( '_', '-' ), ' ', $key ) );
	}
}
