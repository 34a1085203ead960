# Standard output and a name that ends in .tar get one stream: the manifest, then the graphs in role order, nothing of
# the machine in it (pins P2 for the digest of the listing).
ln -s "$WAI_SOURCE/corpus" corpus
set="corpus/real/hyper --capability wai.neural.int_hyper"
whg-lower $set > out.tar
whg-lower $set -o named.tar
whg-lower $set -o - | cmp - out.tar
cmp out.tar named.tar
TZ=UTC tar --numeric-owner -tvf out.tar | tr -s ' ' | cut -d ' ' -f 1,2,4-
mkdir members && tar -xf out.tar -C members
cat members/lowering.json; echo
whg-lower $set -o graphs
for role in h_s g_s; do cmp members/$role.whg1 graphs/$role.whg1; done
# The digest in the manifest is that of the set's own listing.
sha256sum < "corpus/real/hyper/wai.prior.set.json" | cut -d ' ' -f 1
