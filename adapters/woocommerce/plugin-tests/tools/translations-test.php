<?php

final class Puente_Translations_Test extends Puente_Test_Case {

	public function test_every_spanish_locale_without_its_own_file_uses_the_common_one() {
		foreach ( array( 'es_HN', 'es_MX', 'es', 'es_ES_formal' ) as $locale ) {
			$file = Puente_Translations::file( '/nowhere/puente-for-woocommerce-' . $locale . '.mo', 'puente-for-woocommerce' );
			self::assertStringEndsWith( '/languages/puente-for-woocommerce-es_ES.mo', $file );
			self::assertStringEndsWith( '/languages/', (string) Puente_Translations::folder( false, 'puente-for-woocommerce', $locale ) );
		}
	}

	public function test_other_languages_domains_and_own_files_stay() {
		foreach ( array( '/nowhere/puente-for-woocommerce-et.mo', '/nowhere/puente-for-woocommerce-fr_FR.mo', __FILE__ ) as $file ) {
			self::assertSame( $file, Puente_Translations::file( $file, 'puente-for-woocommerce' ) );
		}
		self::assertSame( '/nowhere/woocommerce-es_HN.mo', Puente_Translations::file( '/nowhere/woocommerce-es_HN.mo', 'woocommerce' ) );
		self::assertFalse( Puente_Translations::folder( false, 'puente-for-woocommerce', 'fr_FR' ) );
		self::assertSame( '/site/', Puente_Translations::folder( '/site/', 'puente-for-woocommerce', 'es_HN' ) );
	}
}
